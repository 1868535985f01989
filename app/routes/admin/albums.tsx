import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AlbumsScreen } from "#app/components/admin/albums/albums-screen.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { listAdminAlbums } from "#domain/albums/admin-albums.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return { first: { items: listAdminAlbums(), next: null } };
}

export default function Albums() {
  const { first } = useLoaderData<typeof loader>();
  return <AlbumsScreen first={first} />;
}
