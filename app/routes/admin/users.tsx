import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArtistsScreen } from "#app/components/admin/rocks/artists.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { listArtists } from "#domain/artists/artists.server.ts";

/** More artists are fetched by the page: to render thousands would keep everybody waiting. */
const RENDERED_MAX = 500;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const sort = new URL(request.url).searchParams.get("sort") ?? "display_name";
  return orErrorPage(() => {
    const items = listArtists(sort);
    return {
      sort,
      first: items.length > RENDERED_MAX ? undefined : { items, next: null },
      today: new Date().toISOString().slice(0, 10),
    };
  });
}

export default function UsersDashboard() {
  return <ArtistsScreen {...useLoaderData<typeof loader>()} />;
}
