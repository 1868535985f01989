import { Trans, useLingui } from "@lingui/react/macro";
import { plural, t } from "@lingui/core/macro";
import type { KeepsakePage, KeptFind } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { imageAlt } from "#domain/core/languages/image-alt.ts";
import { formatDay } from "#app/components/language/days.ts";
import { formatList } from "#app/components/language/lists.ts";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
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
  const { i18n } = useLingui();
  const { rock, picture, route, drawing, part, finds } = page;
  const { rock_number: number } = rock;
  const { memorial_name: name } = site;
  const stops = drawing?.stops.length ?? 0;
  const title = t(i18n)`${name}'s Rock: ${number}`;
  return (
    <Page kind="rock" title={title} site={site} link={link}>
      <div className="page rock-page">
        <p className="kept-back">
          <a href={link(paths.rocks(1))}>
            <Trans>All rocks</Trans>
          </a>
        </p>
        <header className="rock-banner" data-gallery>
          {picture ? (
            <a
              className="rock-face frame"
              href={link(picture.large)}
              data-large={link(picture.large)}
              data-caption={title}
            >
              <img
                src={link(picture.small)}
                alt={t(i18n)`Rock ${number}`}
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
          <h1 className="rock-name">{title}</h1>
          <Facts
            className="rock-facts"
            facts={[
              ...listTrips(i18n, rock),
              ...(rock.artists.length > 0
                ? ([
                    [
                      t(i18n)`Painted by`,
                      <bdi key="artists">{formatList(i18n, rock.artists)}</bdi>,
                    ],
                  ] satisfies Fact[])
                : []),
            ]}
          />
        </header>
        {route && (
          <Facts
            className="rock-travels"
            facts={listTravels(i18n, route, route.distance_km > 0)}
          />
        )}
        {rock.rock_number === 0 && (
          <p className="page-sub">
            <Trans>These are rocks whose number could not be read.</Trans>
          </p>
        )}
        {rock.trips === 0 && (
          <p className="page-sub">
            <Trans>Nobody has told us of this rock yet.</Trans>
          </p>
        )}
        {drawing && (
          <JourneyMap
            drawing={drawing}
            label={t(
              i18n,
            )`${plural(stops, { one: `Map: # stop of rock ${number}`, other: `Map: # stops of rock ${number}` })}`}
            link={link}
          />
        )}
        {finds.length > 0 && (
          <section aria-labelledby="every-stop">
            <h2 id="every-stop">
              <Trans>Every stop</Trans>
            </h2>
            <ol className="journey-grid" data-gallery>
              {finds.map((find) => (
                <Find key={find.uuid} find={find} link={link} />
              ))}
            </ol>
          </section>
        )}
        <PartLinks
          part={part}
          label={t(i18n)`Parts of the list of journeys`}
          link={link}
        />
      </div>
    </Page>
  );
}

function Find({ find, link }: { find: KeptFind; link: Link }) {
  const { number, date, location, comment, lang, pictures } = find;
  const { i18n } = useLingui();
  const day = formatDay(i18n, date);
  const own = useOtherLanguage()(lang);
  return (
    <li id={`journey-${number}`} className="journey-card">
      <h3>
        <Trans>
          Journey: {number} <time dateTime={date}>{day}</time>
        </Trans>
      </h3>
      {pictures.length > 0 && (
        <div className="journey-thumbs">
          {pictures.map(({ small, large, description }) => (
            <a
              key={large}
              className="frame"
              href={link(large)}
              data-large={link(large)}
              data-caption={formatList(i18n, [location, day])}
            >
              <img
                src={link(small)}
                alt={imageAlt(i18n, find, description)}
                lang={description ? own : undefined}
                loading="lazy"
              />
            </a>
          ))}
        </div>
      )}
      <p className="kept-place" dir="auto" lang={own}>
        {location}
      </p>
      <p className="journey-text" dir="auto" lang={own}>
        {comment}
      </p>
    </li>
  );
}
