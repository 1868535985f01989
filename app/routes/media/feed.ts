import { writeFeed } from "#app/http/feed.server.ts";
import { listShownPosts } from "#domain/journeys.server.ts";
import { getSettings } from "#domain/settings.server.ts";
import { siteNames } from "#domain/site.server.ts";

const FINDS = 30;

/** The newest shown finds, as Atom. */
export function loader() {
  const feed = writeFeed({
    address: getSettings().PUBLIC_URL,
    site: siteNames(),
    posts: listShownPosts({ limit: FINDS }).posts,
  });
  return new Response(feed, {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}
