import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeFeed } from "#app/http/feed.server.ts";
import { etagOf, namesEtag } from "#app/http/etag.server.ts";
import { listShownPosts } from "#domain/journeys.server.ts";
import { getSettings } from "#domain/settings.server.ts";
import { siteNames } from "#domain/site.server.ts";

const FINDS = 30;

/** The newest shown finds, as Atom. */
export function loader({ request }: LoaderFunctionArgs) {
  const feed = writeFeed({
    address: getSettings().PUBLIC_URL,
    site: siteNames(),
    posts: listShownPosts({ limit: FINDS }).posts,
  });
  const headers = {
    "Content-Type": "application/atom+xml; charset=utf-8",
    "Cache-Control": "no-cache",
    ETag: etagOf(feed),
  };
  const known = request.headers.get("If-None-Match");
  return known && namesEtag(known, headers.ETag)
    ? new Response(null, { status: 304, headers })
    : new Response(feed, { headers });
}
