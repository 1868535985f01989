import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import {
  loadMoreBy,
  ShowMore,
  useMorePages,
} from "#app/components/paging/more-pages.tsx";
import { withoutRepeats } from "#app/components/paging/without-repeats.ts";
import { JourneyCards } from "#app/components/rocks/journey/journey-cards.tsx";
import { JourneyReplay } from "#app/components/rocks/journey/journey-replay.tsx";
import { FollowForm } from "#app/components/follow/follow-form.tsx";
import { Facts, listTravels } from "#app/components/rocks/facts.tsx";
import { OtherFinds } from "#app/components/rocks/other-finds.tsx";
import { RockBanner } from "#app/components/rocks/rock-banner.tsx";
import { titleOfRock } from "#app/components/language/rocks.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { requireValid } from "#app/http/api.server.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { orErrorPage, requireRockOrFind } from "#app/http/page.server.ts";
import {
  readRoute,
  listOtherUnnumbered,
  listFindsOfRock,
} from "#domain/finds/journeys.server.ts";
import { rockAddress, type NamedRock } from "#domain/rocks/rock-address.ts";
import { JourneysFrom } from "#domain/finds/schemas.ts";
import { siteLanguage } from "#core/languages/languages.server.ts";
import {
  describeShare,
  drawIfMissing,
} from "#domain/pictures/share-pictures.server.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";
import { formatDistance } from "#core/languages/distance.ts";
import {
  imageAddress,
  sharePictureAddress,
} from "#domain/store/media-addresses.ts";
import "#app/styles/page.css";
import "#app/styles/rock-page.css";

const PAGE = 24;
const OTHERS = 12;

export async function loader({ params, request }: LoaderFunctionArgs) {
  const language = languageOf(request);
  const query = new URL(request.url).searchParams;
  const page = orErrorPage(() => {
    const rock = requireRockOrFind(params.rockNumber, query);
    const { from } = requireValid(JourneysFrom, Object.fromEntries(query));
    return {
      rock,
      // The first page has the whole route. Later pages only add journeys.
      route: from === 0 ? readRoute(rock, language) : undefined,
      from,
      posts: listFindsOfRock(rock.rock_number, {
        limit: PAGE,
        offset: from,
        find: rock.find,
      }),
      others:
        rock.find === undefined ? [] : listOtherUnnumbered(rock.find, OTHERS),
    };
  });
  const { rock, route } = page;
  const share = route && describeShare(rock.rock_number, language);
  if (share) await drawIfMissing(share);
  return {
    ...page,
    share: share && {
      version: share.version,
      language: language === siteLanguage() ? "" : language,
    },
    canFollow: rock.rock_number > 0 && mailServer() !== undefined,
  };
}

export const clientLoader = loadMoreBy("from");

export const meta = pageMeta<typeof loader>(
  ({ memorial_name: name }, i18n, { data }) => {
    if (!data) return { title: t(i18n)`Rock`, description: "", unlisted: true };
    const { rock, route, share, posts } = data;
    const number = rock.rock_number;
    const pictured = posts.find(({ imagenames }) => imagenames.length > 0);
    return {
      title: titleOfRock(i18n, name, number),
      description: describeTrips(i18n, rock.trips, route?.distance_km),
      search: rock.find && `?find=${rock.find}`,
      feed: hasFeed(rock)
        ? {
            path: feedAddress(rock),
            title: t(i18n)`Where rock ${number} was found`,
          }
        : undefined,
      picture: share
        ? {
            path: sharePictureAddress(
              rock.rock_number,
              share.version,
              share.language,
            ),
            alt: t(i18n)`Rock ${number} and its way over the map`,
            width: 1200,
            height: 630,
          }
        : pictured && {
            path: imageAddress(pictured, pictured.imagenames[0]!),
            alt: imageAlt(i18n, pictured, pictured.imagedescriptions[0]),
          },
    };
  },
);

function describeTrips(i18n: I18n, trips: number, km: number | undefined) {
  if (trips === 0) return t(i18n)`Nobody has found it yet.`;
  if (!km)
    return t(
      i18n,
    )`${plural(trips, { 1: "Found once.", other: "Found # times." })}`;
  const distance = formatDistance(i18n, km);
  return t(
    i18n,
  )`${plural(trips, { 1: `Found once, ${distance} travelled.`, other: `Found # times, ${distance} travelled.` })}`;
}

/** Whether more finds of it may come. */
const hasFeed = ({ rock_number }: NamedRock) => rock_number > 0;
const feedAddress = ({ rock_number }: NamedRock) =>
  `/rocks/${rock_number}/feed.xml`;

export default function RockPage() {
  const { t, i18n } = useLingui();
  const first = useLoaderData<typeof loader>();
  const { pages, ...more } = useMorePages(first);

  const { rock, route, canFollow, others } = first;
  const posts = withoutRepeats(
    pages.flatMap((page) => page.posts),
    ({ uuid }) => uuid,
  );
  const last = pages.at(-1)!;
  const reached = last.from + last.posts.length;

  return (
    <div className="page rock-page">
      <RockBanner rock={rock} as="h1" />
      {rock.trips === 0 && (
        <p className="page-empty">
          <Trans>
            Nobody has found this rock yet. It may be waiting for you.
          </Trans>
        </p>
      )}
      {route && route.stops.length > 0 && (
        <>
          {route.legs.length > 0 && (
            <Facts
              className="rock-travels wrap"
              facts={listTravels(i18n, route, true)}
            />
          )}
          <JourneyReplay route={route} pin={rock.pin} />
        </>
      )}
      {canFollow && <FollowForm rockNumber={rock.rock_number} />}
      {posts.length > 0 && (
        <section aria-labelledby="every-stop">
          <div className="stops-head wrap ends">
            <h2 id="every-stop">
              {rock.find === undefined ? t`Every stop` : t`Where it was found`}
            </h2>
            <Link to={rockAddress(rock, "/print")}>
              <Trans>Print as a book</Trans>
            </Link>
          </div>
          <JourneyCards
            className="journey-grid"
            posts={posts}
            first={rock.trips - first.from}
          />
          {reached < rock.trips && (
            <ShowMore
              address={`/rocks/${rock.rock_number}?from=${reached}`}
              {...more}
            />
          )}
        </section>
      )}
      {others.length > 0 && <OtherFinds finds={others} />}
      {hasFeed(rock) && (
        <p className="rock-feed soft">
          <Trans>
            Do you use a feed reader?{" "}
            <a href={feedAddress(rock)}>This rock has a feed</a>.
          </Trans>
        </p>
      )}
    </div>
  );
}
