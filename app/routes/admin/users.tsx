import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { UserDialog } from "#app/components/admin/artists/artist-dialog.tsx";
import { UserTable } from "#app/components/admin/artists/artist-table.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import type { User } from "#domain/artists/answers.ts";
import { listArtists } from "#domain/artists/artists.server.ts";

export const meta: MetaFunction = () => [{ title: "Users Dashboard · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const sort = new URL(request.url).searchParams.get("sort") ?? "display_name";
  return orErrorPage(() => ({
    sort,
    users: listArtists(sort),
    today: new Date().toISOString().slice(0, 10),
  }));
}

export default function UsersDashboard() {
  const { users, sort, today } = useLoaderData<typeof loader>();
  /** The user in the dialog; 'new' for one that is not there yet. */
  const [editing, setEditing] = useState<User | "new">();
  const { revalidate } = useRevalidator();

  return (
    <>
      <header className="admin-head">
        <h1>Users Dashboard</h1>
        <p>The artists who painted rocks</p>
        <button type="button" className="btn" onClick={() => setEditing("new")}>
          + New User
        </button>
      </header>
      <UserTable
        users={users}
        sort={sort}
        today={today}
        onEdit={setEditing}
        onDeleted={revalidate}
      />
      {editing && (
        <UserDialog
          key={editing === "new" ? "new" : editing.version}
          user={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onReload={setEditing}
          onSaved={() => {
            setEditing(undefined);
            revalidate();
          }}
        />
      )}
    </>
  );
}
