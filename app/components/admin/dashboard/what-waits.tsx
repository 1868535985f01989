import { formatCount, plural } from "#core/words.ts";
import { useLingui } from "@lingui/react";
import { Link } from "@remix-run/react";
import type { FindCard } from "#domain/finds/journeys.server.ts";
import type {
  Dashboard,
  WaitingFind,
} from "#domain/health/dashboard.server.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { Pebble, PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import { formatDay, describeDay } from "#app/components/language/english.ts";
import { WarningIcon } from "#app/components/ui/more-icons.tsx";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";

const REVIEW = "/admin/review";

export function WhatWaits({
  waiting: { count, since, first },
  newest: [newest],
  today,
}: Pick<Dashboard, "waiting" | "newest" | "today">) {
  if (count === 0) return <NothingWaits newest={newest} />;
  return (
    <section aria-labelledby="waiting" className="waits panel row wrap loose">
      <div className="waits-say">
        <span className="waits-count" aria-hidden="true">
          {formatCount(count)}
        </span>
        <h2 id="waiting">
          <span className="sr">{`${formatCount(count)} `}</span>
          <span>{plural(count, "find is waiting", "finds are waiting")}</span>
        </h2>
        {since && (
          <p className="soft">{`The oldest since ${describeDay(since, today)}`}</p>
        )}
        <Link className="btn" to={REVIEW}>
          Look at them
        </Link>
      </div>
      <ul className="waits-strip">
        {first.map((find) => (
          <li key={find.uuid}>
            <Link className="plain" to={REVIEW}>
              <WaitingPicture find={find} />
              {!find.in_catalogue && (
                <span className="waits-mark badge centre" title="Needs a look">
                  <WarningIcon />
                  <span className="sr">Needs a look.</span>
                </span>
              )}
              <b>{`Rock ${find.rock_number}`}</b>
              <small className="cut">{` ${find.location}`}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WaitingPicture = ({
  find,
  find: { first_image_name: name },
}: {
  find: WaitingFind;
}) => (
  <img
    className={`waits-picture photo ${name === null ? "placeholder" : ""}`}
    src={name === null ? PLAIN_STONE : imageThumbnailAddress(find, name)}
    alt=""
  />
);

function NothingWaits({ newest }: { newest?: FindCard }) {
  const { i18n } = useLingui();
  return (
    <section aria-labelledby="waiting" className="waits-nothing row wrap loose">
      {newest?.imagename ? (
        <img
          className="photo"
          src={imageThumbnailAddress(newest, newest.imagename)}
          alt={imageAlt(i18n, newest, newest.imagedescription)}
        />
      ) : (
        <Pebble motif="ladybird" size={104} />
      )}
      <div className="grows">
        <h2 id="waiting">Nothing is waiting.</h2>
        {newest ? (
          <>
            <p className="soft">{`The newest find is from ${newest.location}: rock ${newest.rock_number}, ${formatDay(newest.date)}.`}</p>
            <Link className="text-btn" to={`/rocks/${newest.rock_number}`}>
              See its journey
            </Link>
          </>
        ) : (
          <p className="soft">The first find will wait here for you.</p>
        )}
      </div>
    </section>
  );
}
