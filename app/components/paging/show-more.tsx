import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";

interface Props {
  /** The next page's own address, for those without JavaScript. */
  address: string;
  waiting: boolean;
  /** The last page did not come. */
  failed: boolean;
  /** Pages that are there. */
  count: number;
  load: (address: string) => void;
}

/** How far below the screen the end of a list may be when the next page is asked for. */
const AHEAD = "800px";
/** After so many pages the reader is asked, so that the page's foot can be reached. */
const BY_ITSELF = 10;

/** A link to the next page, which adds it to this one; it is followed by itself when it comes near. */
export function ShowMore({ address, waiting, failed, count, load }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  const next = useRef({ address, load });
  next.current = { address, load };

  // Observed anew for each page: an end that stays near asks again.
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
      <span className="page-more-note" role="status">
        {failed && "More could not be loaded. You may be offline."}
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
        {waiting ? "Loading…" : failed ? "Try again" : "Show more"}
      </Link>
    </p>
  );
}
