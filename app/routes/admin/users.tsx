import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  ArtistDialog,
  ArtistTable,
} from "#app/components/admin/rocks/artists.tsx";
import { useList } from "#app/components/admin/data/use-list.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { listArtists } from "#domain/artists/artists.server.ts";
import type { User } from "#domain/artists/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";

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

const keyOf = (artist: User) => artist.ra_key;

export default function UsersDashboard() {
  const { first, sort, today } = useLoaderData<typeof loader>();
  const list = useList("GET /api/users", {}, { keyOf, first, sort });
  /** Of the dialog about an artist; 'new' for one that does not exist yet. */
  const editor = useOpener<User | "new">();

  return (
    <>
      <header className="admin-head">
        <h1>Users Dashboard</h1>
        <p>The artists who painted rocks</p>
        <Button onClick={() => editor.open("new")}>+ New User</Button>
      </header>
      <ArtistTable list={list} sort={sort} today={today} onEdit={editor.open} />
      <Opened by={editor} onClose={list.reload}>
        {(artist, close) => (
          <ArtistDialog
            artist={artist === "new" ? undefined : artist}
            onClose={close}
            onReload={editor.open}
          />
        )}
      </Opened>
    </>
  );
}
