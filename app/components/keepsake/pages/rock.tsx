import { countOf } from "#domain/core/words.ts";
import type { KeepsakePage, KeptFind } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { formatDay } from "#app/components/words/days.ts";
import {
  Facts,
  listTravels,
  listTrips,
  type Fact,
} from "#app/components/rocks/facts.tsx";
import { stonePath } from "../assets.ts";
import { JourneyMap } from "../maps.tsx";
import { Page, type Context, type Link } from "../page.tsx";
import { PartLinks } from "../part-links.tsx";

/** A rock with its whole journey. A very long one goes on in further parts. */
export function RockPage({
  page,
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "rock" }> }) {
  const { rock, picture, route, drawing, part, finds } = page;
  const name = `${site.memorial_name}’s Rock: ${rock.rock_number}`;
  return (
    <Page kind="rock" title={name} site={site} link={link}>
      <div className="page rock-page">
        <p className="kept-back">
          <a href={link(paths.rocks(1))}>All rocks</a>
        </p>
        <header className="rock-banner" data-gallery>
          {picture ? (
            <a
              className="rock-face frame"
              href={link(picture.large)}
              data-large={link(picture.large)}
              data-caption={name}
            >
              <img
                src={link(picture.small)}
                alt={`Rock ${rock.rock_number}`}
                width={512}
                height={512}
              />
            </a>
          ) : (
            <span className="rock-face frame">
              <img
                className="stand-in"
                src={link(stonePath("plain"))}
                alt=""
                width={256}
                height={256}
              />
            </span>
          )}
          <h1 className="rock-name">{name}</h1>
          <Facts
            className="rock-facts"
            facts={[
              ...listTrips(rock),
              ...(rock.artists.length > 0
                ? ([["Painted by", rock.artists.join(", ")]] satisfies Fact[])
                : []),
            ]}
          />
        </header>
        {route && (
          <Facts
            className="rock-travels"
            facts={listTravels(route, route.distance_km > 0)}
          />
        )}
        {rock.rock_number === 0 && (
          <p className="page-sub">
            These are rocks whose number could not be read.
          </p>
        )}
        {rock.trips === 0 && (
          <p className="page-sub">Nobody has told us of this rock yet.</p>
        )}
        {drawing && (
          <JourneyMap
            drawing={drawing}
            label={`Map: ${countOf(drawing.stops.length, "stop")} of rock ${rock.rock_number}`}
            link={link}
          />
        )}
        {finds.length > 0 && (
          <section aria-labelledby="every-stop">
            <h2 id="every-stop">Every stop</h2>
            <ol className="journey-grid" data-gallery>
              {finds.map((find) => (
                <Find key={find.uuid} find={find} link={link} />
              ))}
            </ol>
          </section>
        )}
        <PartLinks part={part} of="journeys" link={link} />
      </div>
    </Page>
  );
}

function Find({ find, link }: { find: KeptFind; link: Link }) {
  const { number, date, location, comment, lang, pictures } = find;
  const day = formatDay(date);
  return (
    <li id={`journey-${number}`} className="journey-card">
      <h3>
        Journey: {number} <time dateTime={date}>{day}</time>
      </h3>
      {pictures.length > 0 && (
        <div className="journey-thumbs">
          {pictures.map(({ small, large }, index) => (
            <a
              key={large}
              className="frame"
              href={link(large)}
              data-large={link(large)}
              data-caption={`${location}, ${day}`}
            >
              <img
                src={link(small)}
                alt={`Photograph ${index + 1} of ${pictures.length}, journey ${number}`}
                loading="lazy"
              />
            </a>
          ))}
        </div>
      )}
      <p className="kept-place" dir="auto">
        {location}
      </p>
      <p
        className="journey-text"
        dir="auto"
        lang={lang && lang !== "en" ? lang : undefined}
      >
        {comment}
      </p>
    </li>
  );
}
