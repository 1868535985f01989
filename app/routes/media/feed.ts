import { writeFeed } from "#app/http/files/feed.server.ts";
import { listPublicFinds } from "#domain/finds/journeys.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

const FINDS = 30;

/** Answers with the newest public finds as an Atom feed. */
export function loader() {
  const feed = writeFeed({
    address: getSettings().PUBLIC_URL,
    site: siteNames(),
    posts: listPublicFinds({ limit: FINDS }).posts,
  });
  return new Response(feed, {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}
