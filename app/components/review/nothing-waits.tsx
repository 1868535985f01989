import { useLingui } from "@lingui/react";
import { Link } from "@remix-run/react";
import { imageAddress } from "#domain/store/media-addresses.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { useApi } from "../api/use-api.ts";
import { Pebble } from "#app/components/ui/pebble.tsx";

export function NothingWaits({ isAdmin }: { isAdmin: boolean }) {
  const { i18n } = useLingui();
  const { answer } = useApi("GET /api/rock-posts", { query: { limit: 1 } });
  const newest = answer?.[0];
  const [picture] = newest?.imagenames ?? [];
  return (
    <>
      {newest && picture ? (
        <img
          className="review-end-picture photo"
          src={imageAddress(newest, picture)}
          alt={imageAlt(i18n, newest, newest.imagedescriptions[0])}
        />
      ) : (
        answer && <Pebble motif="ladybird" size={104} />
      )}
      <h2>Nothing is waiting.</h2>
      <p>
        {newest
          ? `The newest find is from ${newest.location}.`
          : answer && "The first find will wait here for you."}
      </p>
      <div className="review-end-links buttons wrap">
        {newest && (
          <Link className="btn" to="/map">
            See it on the map
          </Link>
        )}
        {isAdmin && (
          <Link className="btn btn--quiet" to="/admin">
            Dashboard
          </Link>
        )}
      </div>
    </>
  );
}
