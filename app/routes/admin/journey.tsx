import { formatCount } from "#core/words.ts";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FindTable } from "#app/components/admin/finds/find-table.tsx";
import { ExportLinks } from "#app/components/admin/ui/download.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import {
  countFinds,
  listFinds,
} from "#domain/finds/admin/read-finds.server.ts";
import { PAGE_MAX } from "#core/limits.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const sort = new URL(request.url).searchParams.get("sort") ?? "coordinates";
  return orErrorPage(() => {
    const first = listFinds({ sort, limit: PAGE_MAX });
    return { sort, counts: countFinds(), first };
  });
}

export default function JourneyPostsAdmin() {
  const { first, sort, counts } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Journey Posts Admin</h1>
        <p>{`${formatCount(counts.posts)} posts · ${formatCount(counts.unplaced)} without coordinates · ${formatCount(counts.hidden)} hidden`}</p>
        <Link className="text-btn" to="/admin/review">
          Look at what waits
        </Link>
      </header>
      <FindTable first={first} sort={sort} />
      <ExportLinks of="journeys" />
      <ExportLinks of="history" />
    </>
  );
}
