import { useLingui } from "@lingui/react/macro";
import {
  isRouteErrorResponse,
  Link,
  useFetcher,
  useLocation,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** Loaded pages by place in the browser's history, so that Back shows a list as long as before. */
const loaded = new Map<string, object[]>();

/** Returns the first page of a list, and the pages of the same loader that were fetched since. */
export function useMorePages<Page extends object>(first: Page) {
  const fetcher = useFetcher<Page | FailedPage>();
  const { key } = useLocation();
  const [pages, setPages] = useState(
    () => (loaded.get(key) as Page[] | undefined) ?? [first],
  );
  const shown = useRef(first);
  const page = fetcher.data as Page | FailedPage | undefined;

  useEffect(() => {
    if (shown.current === first) return;
    shown.current = first;
    setPages([first]);
  }, [first]);
  useEffect(() => {
    if (page && !isFailed(page))
      setPages((all) => (all.includes(page) ? all : [...all, page]));
  }, [page]);
  useEffect(() => void loaded.set(key, pages), [key, pages]);

  const waiting = fetcher.state !== "idle";
  return {
    pages,
    count: pages.length,
    waiting,
    failed: !waiting && page !== undefined && isFailed(page),
    load: (address: string) => {
      if (!waiting) fetcher.load(address);
    },
  };
}

interface FailedPage {
  failed: true;
}

const isFailed = (page: object): page is FailedPage => "failed" in page;

/**
 * A list's clientLoader. If a further page, which the request asks for by `parameter`, can't be loaded, those that are
 * there stay. The first page, and a refusal, fail as any does.
 */
export const loadMoreBy =
  (parameter: string) =>
  ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
    serverLoader().catch((error: unknown): FailedPage => {
      const isRefusal = isRouteErrorResponse(error) && error.status < 500;
      if (isRefusal || !new URL(request.url).searchParams.has(parameter))
        throw error;
      console.error("Error loading a list", error);
      return { failed: true };
    });

interface ShowMoreProps extends Omit<ReturnType<typeof useMorePages>, "pages"> {
  /** The next page's address, for browsers without JavaScript. */
  address: string;
}

/** The next page is fetched when the end of the list comes this near to the screen. */
const AHEAD = "800px";
/** After this many pages the reader has to press the link, so that the footer can be reached. */
const BY_ITSELF = 10;

/** A link that adds the next page to the list. It follows itself when it comes near the screen. */
export function ShowMore({
  address,
  waiting,
  failed,
  count,
  load,
}: ShowMoreProps) {
  const { t } = useLingui();
  const place = useRef<HTMLParagraphElement>(null);
  const next = useRef({ address, load });
  next.current = { address, load };

  // Starts a new observer for each page, because an end that stays near must fetch again.
  useEffect(() => {
    if (waiting || failed || count % BY_ITSELF === 0 || !place.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) next.current.load(next.current.address);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [address, waiting, failed, count]);

  return (
    <p className="page-more" ref={place}>
      <span role="status">
        {failed && t`More could not be loaded. You may be offline.`}
      </span>
      <Link
        className="btn btn--quiet"
        to={address}
        aria-disabled={waiting}
        onClick={(event) => {
          event.preventDefault();
          load(address);
        }}
      >
        {waiting ? t`Loading…` : failed ? t`Try again` : t`Show more`}
      </Link>
    </p>
  );
}
