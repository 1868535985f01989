import { Link } from "@remix-run/react";

interface Props {
  /** The next page's own address, for those without JavaScript. */
  address: string;
  waiting: boolean;
  load: (address: string) => void;
}

/** A link to the next page that adds it to this one. */
export function ShowMore({ address, waiting, load }: Props) {
  return (
    <p className="page-more">
      <Link
        className="btn btn--quiet"
        to={address}
        aria-disabled={waiting}
        onClick={(event) => {
          event.preventDefault();
          load(address);
        }}
      >
        {waiting ? "Loading…" : "Show more"}
      </Link>
    </p>
  );
}
