import { useLingui } from "@lingui/react";
import { Link } from "@remix-run/react";
import type { PublicFind } from "#domain/finds/answers.ts";
import { imageAddress } from "#domain/store/media-addresses.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { useApi } from "../api/use-api.ts";
import { Pebble } from "../ui/pebble.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

export function NothingWaits({
  newest: first,
  children,
}: {
  /** As it was when the page was opened. */
  newest: PublicFind | undefined;
  children?: Elements;
}) {
  const { i18n } = useLingui();
  const { answer } = useApi("GET /api/rock-posts", { query: { limit: 1 } });
  const newest = answer?.[0] ?? first;
  const [picture] = newest?.imagenames ?? [];
  return (
    <>
      {newest && picture ? (
        <img
          className="review-end-picture"
          src={imageAddress(newest, picture)}
          alt={imageAlt(i18n, newest, newest.imagedescriptions[0])}
        />
      ) : (
        <p className="row">
          {["sailboat", "ladybird", "feather"].map((motif) => (
            <Pebble key={motif} motif={motif} size={88} />
          ))}
        </p>
      )}
      <h2>Nothing is waiting.</h2>
      <p>
        {newest
          ? `The newest find is from ${newest.location}.`
          : "The first find will wait here for you."}
      </p>
      <div className="review-end-links wrap">
        {newest && (
          <Link className="btn" to="/map">
            See it on the map
          </Link>
        )}
        {children}
      </div>
    </>
  );
}
