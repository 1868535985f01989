import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { JourneyTable } from "#app/components/admin/journey-table.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import {
  countJourneyPosts,
  listJourneyPosts,
} from "#domain/journey-admin.server.ts";
import { PAGE_MAX } from "#domain/schemas.ts";

export const meta: MetaFunction = () => [{ title: "Journey Posts Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const sort = new URL(request.url).searchParams.get("sort") ?? "coordinates";
  return {
    sort,
    counts: countJourneyPosts(),
    ...listJourneyPosts({ sort, limit: PAGE_MAX }),
  };
}

export default function JourneyPostsAdmin() {
  const { posts, next, sort, counts } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Journey Posts Admin</h1>
        <p>
          {counts.posts} posts · {counts.unplaced} without coordinates ·{" "}
          {counts.hidden} hidden
        </p>
      </header>
      <JourneyTable key={sort} first={posts} next={next} sort={sort} />
    </>
  );
}
