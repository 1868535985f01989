import { formatCount, plural } from "#core/words.ts";
import { useLingui } from "@lingui/react";
import { Link } from "@remix-run/react";
import type { FindCard } from "#domain/finds/journeys.server.ts";
import type { Dashboard } from "#domain/health/dashboard.server.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { Pebble, PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import {
  describeDay,
  formatDay,
  formatShortDay,
  times,
} from "#app/components/language/english.ts";
import {
  PictureIcon,
  PlusIcon,
  QrIcon,
  WarningIcon,
} from "#app/components/ui/more-icons.tsx";
import {
  rockAddress,
  rockOf,
  type NamedRock,
} from "#domain/rocks/rock-address.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import type { ReactElement } from "react";
import type { OnThisDay as Memory } from "#domain/site/on-this-day.server.ts";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { toSquare } from "#app/components/map/web-mercator.ts";
import { RockStone } from "#app/components/ui/pebble.tsx";
import {
  describeMemory,
  MemoryPicture,
} from "#app/components/site/on-this-day/memory.tsx";
import "./dashboard.css";

const REVIEW = "/admin/review";

export function WhatWaits({
  waiting: { count, since, first },
  newest: [newest],
  today,
}: Dashboard) {
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
              <img
                className={`waits-picture photo ${find.first_image_name === null ? "placeholder" : ""}`}
                src={
                  find.first_image_name === null
                    ? PLAIN_STONE
                    : imageThumbnailAddress(find, find.first_image_name)
                }
                alt=""
              />
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
            <p className="soft">{`The newest find is from ${newest.location}: ${newest.rock_number === 0 ? "a rock without a number" : `rock ${newest.rock_number}`}, ${formatDay(newest.date)}.`}</p>
            <Link className="text-btn" to={rockAddress(rockOf(newest))}>
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

export const QuickActions = () => (
  <nav className="shortcuts columns tight" aria-label="Quick actions">
    <Link
      className="btn btn--quiet"
      to="/admin/rocks"
      state={{ creates: "new" }}
    >
      <PlusIcon />
      Create Rock
    </Link>
    <Link className="btn btn--quiet" to="/admin/jobs#qr-codes">
      <QrIcon />
      Print QR codes
    </Link>
    <Link className="btn btn--quiet" to="/admin/albums">
      <PictureIcon />
      Albums
    </Link>
  </nav>
);

export const NewestFinds = ({ newest, today }: Dashboard) => (
  <Part
    id="newest"
    title="Newest finds"
    aside={
      <Link className="text-btn" to="/admin/journey">
        All journey posts
      </Link>
    }
  >
    {newest.length === 0 ? (
      <p className="soft">No find is shown yet. The first one will be here.</p>
    ) : (
      <div className="columns">
        <WorldOfFinds finds={newest} />
        <ul className="dashboard-rows small lined">
          {newest.map((find) => (
            <RockRow
              key={find.uuid}
              {...rockOf(find)}
              pin={find.pin}
              words={find.location}
            >
              <time dateTime={find.date}>
                {formatShortDay(find.date, today)}
              </time>
            </RockRow>
          ))}
        </ul>
      </div>
    )}
  </Part>
);

const RockRow = ({
  rock_number,
  find,
  pin,
  words,
  children,
}: NamedRock & {
  pin: FindCard["pin"];
  words: string;
  children: ReactElement;
}) => (
  <li>
    <Link className="row plain" to={rockAddress({ rock_number, find })}>
      <RockStone rockNumber={rock_number} pin={pin} size={42} />
      <span className="dashboard-row-text cut">
        <b>
          {rock_number === 0
            ? "A rock without a number"
            : `Rock ${rock_number}`}
        </b>{" "}
        <small>{words}</small>
      </span>
      {children}
    </Link>
  </li>
);

/**
 * The part of the world that is drawn, as fractions of the height of a square in Web Mercator: from 73° north to
 * 56° south, where people live. `dashboard.css` has the same numbers.
 */
const NORTH = 0.2;
const SOUTH = 0.69;

/** A small map of the world with a stone for each find that has a place. Its list says the same in words. */
const WorldOfFinds = ({ finds }: { finds: FindCard[] }) => (
  <div
    className="small-world"
    role="img"
    aria-label="A map of the world with the newest finds; the list beside it names them"
  >
    <div className="small-world-land" />
    {/* The newest on top. */}
    {[...finds].reverse().map(
      ({ uuid, rock_number, latitude, longitude, pin }) =>
        latitude !== null &&
        longitude !== null && (
          <span key={uuid} style={placeOf(latitude, longitude)}>
            <RockStone rockNumber={rock_number} pin={pin} size={46} />
          </span>
        ),
    )}
  </div>
);

function placeOf(latitude: number, longitude: number) {
  const { x, y } = toSquare({ latitude, longitude });
  // Stones of the poles and of the date line are on the map as a whole.
  const within = (part: number) =>
    `clamp(var(--stone) / 2, ${(100 * part).toFixed(2)}%, 100% - var(--stone) / 2)`;
  return { left: within(x), top: within((y - NORTH) / (SOUTH - NORTH)) };
}

export function OnThisDay({ memory }: { memory: Memory }) {
  const { i18n } = useLingui();
  const { title, words, lang, ago, address } = describeMemory(i18n, memory);
  return (
    <Part
      id="on-this-day"
      title="On this day"
      aside={<p className="soft">{formatDay(memory.date)}</p>}
      className="dashboard-day"
    >
      <Link className="memory plain" to={address}>
        <MemoryPicture memory={memory} />
        <b className="name">{title}</b>
        <small className="clamp">
          {words && <span lang={lang ?? undefined}>{`“${words}” `}</span>}
          <span>{`${ago}.`}</span>
        </small>
      </Link>
    </Part>
  );
}

const FIRST_MAX = 3;

export function RockNumbers({ silent, withoutRock, today }: Dashboard) {
  if (silent.length + withoutRock.length === 0) return null;
  return (
    <div className="columns">
      {silent.length > 0 && (
        <Numbers
          id="silent"
          title="Silent rocks"
          say="scanned, but nobody wrote"
        >
          {silent.map(({ rock_number, pin, scans, last }) => (
            <RockRow
              key={rock_number}
              rock_number={rock_number}
              pin={pin}
              words={`scanned ${times(scans)}`}
            >
              <time dateTime={last}>
                <span className="sr">, the last time </span>
                <span>{describeDay(last, today)}</span>
              </time>
            </RockRow>
          ))}
        </Numbers>
      )}
      {withoutRock.length > 0 && (
        <Numbers
          id="without-rock"
          title="Numbers without a rock"
          say="not in the catalogue"
        >
          {withoutRock.map(({ rock_number, sent, scans }) => (
            <li key={rock_number}>
              <div className="row">
                <RockStone rockNumber={rock_number} pin={null} size={42} />
                <span className="dashboard-row-text cut">
                  <b>{rock_number}</b> <small>{describe(sent, scans)}</small>
                </span>
                <Link
                  className="mini"
                  to="/admin/rocks"
                  state={{ creates: rock_number }}
                >
                  Create<span className="sr">{` rock ${rock_number}`}</span>
                </Link>
              </div>
            </li>
          ))}
        </Numbers>
      )}
    </div>
  );
}

const describe = (sent: number, scans: number) =>
  [sent && `sent ${times(sent)}`, scans && `scanned ${times(scans)}`]
    .filter(Boolean)
    .join(", ");

const Numbers = ({
  say,
  children,
  ...part
}: {
  id: string;
  title: string;
  say: string;
  children: ReactElement[];
}) => (
  <Part {...part} aside={<p className="soft">{say}</p>}>
    <ul className="dashboard-rows small lined">
      {children.slice(0, FIRST_MAX)}
    </ul>
    {children.length > FIRST_MAX && (
      <details className="disclosure">
        <summary>{`Show ${children.length - FIRST_MAX} more`}</summary>
        <ul className="dashboard-rows small lined">
          {children.slice(FIRST_MAX)}
        </ul>
      </details>
    )}
  </Part>
);
