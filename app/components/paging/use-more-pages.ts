import {
  isRouteErrorResponse,
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
