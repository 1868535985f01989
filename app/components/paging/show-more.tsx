import { useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { useMorePages } from "./use-more-pages.ts";

interface Props extends Omit<ReturnType<typeof useMorePages>, "pages"> {
  /** The next page's address, for browsers without JavaScript. */
  address: string;
}

/** The next page is fetched when the end of the list comes this near to the screen. */
const AHEAD = "800px";
/** After this many pages the reader has to press the link, so that the footer can be reached. */
const BY_ITSELF = 10;

/** A link that adds the next page to the list. It follows itself when it comes near the screen. */
export function ShowMore({ address, waiting, failed, count, load }: Props) {
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
