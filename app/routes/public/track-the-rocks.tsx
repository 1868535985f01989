import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import {
  loadMoreBy,
  ShowMore,
  useMorePages,
} from "#app/components/paging/more-pages.tsx";
import { withoutRepeats } from "#app/components/paging/without-repeats.ts";
import {
  RockJourney,
  type RockGroup,
} from "#app/components/rocks/journey/rock-journey.tsx";
import { RockSearch } from "#app/components/rocks/rock-search.tsx";
import { orErrorPage } from "#app/http/page.server.ts";
import { Page } from "#app/components/ui/page.tsx";
import { useSite } from "#app/components/ui/use-site.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import {
  getTotals,
  listFindsOfRock,
  listPublicFinds,
  summarizeRock,
} from "#domain/finds/journeys.server.ts";
import { rockAddress, rockOf } from "#domain/rocks/rock-address.ts";

/** Finds per page. Each comes with its rock. */
const PAGE = 20;
/** Number of a rock's newest journeys that are shown. The rock's own page has all. */
const JOURNEYS = 12;

export function loader({ request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const { items, next } = orErrorPage(() =>
    listPublicFinds({ limit: PAGE, before }),
  );
  return {
    totals: getTotals(),
    rocks: withoutRepeats(items.map(rockOf), rockAddress).map(
      (rock): RockGroup => ({
        rock: summarizeRock(rock),
        posts: listFindsOfRock(rock.rock_number, {
          limit: JOURNEYS,
          find: rock.find,
        }),
      }),
    ),
    next,
  };
}

export const clientLoader = loadMoreBy("before");

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`Track The Rocks`,
  description: t(
    i18n,
  )`The journeys of all rocks that were found, newest first.`,
}));

export default function TrackTheRocks() {
  const first = useLoaderData<typeof loader>();
  const { memorial_name: name } = useSite().site;
  const { rocks_found: found, total_rocks: total } = first.totals;
  const { pages, ...more } = useMorePages(first);
  const next = pages.at(-1)!.next;
  const rocks = withoutRepeats(
    pages.flatMap((page) => page.rocks),
    ({ rock }) => rockAddress(rock),
  );

  return (
    <Page
      title={<Trans>See {name}'s Rocks</Trans>}
      head={
        <>
          <p className="page-sub">
            <Trans>
              Total rocks found {found} of {total}
            </Trans>
          </p>
          <div className="page-actions wrap">
            <Link className="btn" to="/all-rocks">
              <Trans>See All Rocks</Trans>
            </Link>
            <RockSearch />
          </div>
        </>
      }
    >
      {rocks.length === 0 && (
        <p className="page-empty">
          <Trans>
            No rock has been found yet. The first one may be on its way.
          </Trans>
        </p>
      )}
      <ul className="track-list stack">
        {rocks.map((rock) => (
          <li key={rockAddress(rock.rock)}>
            <RockJourney {...rock} />
          </li>
        ))}
      </ul>
      {next && (
        <ShowMore address={`/track-the-rocks?before=${next}`} {...more} />
      )}
    </Page>
  );
}
