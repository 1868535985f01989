import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { ExportLinks } from "#app/components/admin/ui/export-links.tsx";
import { JourneyTable } from "#app/components/admin/finds/find-table.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import {
  countFinds,
  listFinds,
} from "#domain/finds/admin/read-finds.server.ts";
import { PAGE_MAX } from "#domain/core/schemas.ts";
import { formatCount } from "#app/components/ui/format-count.ts";

export const meta: MetaFunction = () => [{ title: "Journey Posts Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const sort = new URL(request.url).searchParams.get("sort") ?? "coordinates";
  return orErrorPage(() => ({
    sort,
    counts: countFinds(),
    ...listFinds({ sort, limit: PAGE_MAX }),
  }));
}

export default function JourneyPostsAdmin() {
  const { posts, next, sort, counts } = useLoaderData<typeof loader>();
  const first = useMemo(() => ({ items: posts, next }), [posts, next]);
  return (
    <>
      <header className="admin-head">
        <h1>Journey Posts Admin</h1>
        <p>
          {formatCount(counts.posts)} posts · {formatCount(counts.unplaced)}{" "}
          without coordinates · {formatCount(counts.hidden)} hidden
        </p>
      </header>
      <JourneyTable key={sort} first={first} sort={sort} />
      <ExportLinks of="journeys" />
    </>
  );
}
