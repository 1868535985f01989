import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ShowMore } from "#app/components/paging/show-more.tsx";
import { useMorePages } from "#app/components/paging/use-more-pages.ts";
import {
  groupByRock,
  type RockGroup,
} from "#app/components/rocks/group-by-rock.ts";
import { RockJourney } from "#app/components/rocks/rock-journey.tsx";
import { RockSearch } from "#app/components/rocks/rock-search.tsx";
import { orErrorPage } from "#app/http/page.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import {
  getTotals,
  listRockPosts,
  listShownPosts,
} from "#domain/journeys.server.ts";
import { siteTexts } from "#domain/site.server.ts";
import "./discovery.css";

/** Finds a page; each brings its rock along with all the trips of that rock. */
const PAGE = 20;

export function loader({ request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const { posts, next } = orErrorPage(() =>
    listShownPosts({ limit: PAGE, before }),
  );
  return {
    site: siteTexts(),
    totals: getTotals(),
    rocks: groupByRock(posts).map(({ rockNumber }) => ({
      rockNumber,
      posts: listRockPosts(rockNumber),
    })),
    next,
  };
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "Track The Rocks",
    description: "The journeys of all rocks that were found, newest first.",
  }));

export default function TrackTheRocks() {
  const first = useLoaderData<typeof loader>();
  const { pages, load, waiting } = useMorePages(first);
  const { site, totals } = first;
  const next = pages.at(-1)!.next;
  const rocks = withoutRepeats(pages.flatMap((page) => page.rocks));

  return (
    <div className="page">
      <header className="page-head">
        <h1>See {site.memorial_name}'s Rocks</h1>
        <p className="page-sub">
          Total rocks found {totals.rocks_found} of {totals.total_rocks}
        </p>
        <div className="page-actions">
          <Link className="btn" to="/all-rocks">
            See All Rocks
          </Link>
          <RockSearch memorialName={site.memorial_name} />
        </div>
      </header>
      {rocks.length === 0 && (
        <p className="page-empty">
          No rock has been found yet. The first one may be on its way.
        </p>
      )}
      <ul className="track-list">
        {rocks.map((rock) => (
          <li key={rock.rockNumber}>
            <RockJourney {...rock} memorialName={site.memorial_name} />
          </li>
        ))}
      </ul>
      {next && (
        <ShowMore
          address={`/track-the-rocks?before=${next}`}
          waiting={waiting}
          load={load}
        />
      )}
    </div>
  );
}

/** The rocks of all pages; one that comes again with an older find stays where it is. */
function withoutRepeats(rocks: RockGroup[]) {
  const seen = new Set<number>();
  return rocks.filter(
    ({ rockNumber }) => !seen.has(rockNumber) && seen.add(rockNumber),
  );
}
