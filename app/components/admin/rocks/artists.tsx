import { useRevalidator } from "@remix-run/react";
import type { ArtistName, User } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useSave, type Save } from "#app/components/admin/data/use-save.ts";
import {
  AdminTable,
  column,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import {
  Opened,
  readTexts,
  RowDialog,
  useOpener,
} from "#app/components/admin/ui/forms.tsx";
import { Field } from "#app/components/fields/field.tsx";
import {
  formatDay,
  formatUsDay,
  yearsBetween,
} from "#app/components/language/english.ts";
import { Button } from "#app/components/ui/button.tsx";

const keyOf = (artist: User) => artist.ra_key;

export function ArtistsScreen({
  first,
  sort,
  today,
}: {
  first: Page<User> | undefined;
  sort: string;
  today: string;
}) {
  const list = useList("GET /api/users", {}, { keyOf, first, sort });
  /** Of the dialog about an artist; 'new' for one that does not exist yet. */
  const editor = useOpener<User | "new">();
  const rows = useRowActions(list, {
    one: "user",
    nameOf: ({ display_name }) => display_name,
    deletes: "DELETE /api/users/:raKey",
    sentOf: ({ ra_key }) => ({ params: { raKey: ra_key } }),
    question: () => "Delete this user?",
  });
  const columns: Column<User>[] = [
    {
      title: "RA_KEY",
      field: "ra_key",
      width: 5.5,
      className: "at-corner",
      isNamed: true,
    },
    { title: "Display Name", field: "display_name", className: "at-title" },
    { title: "Relation", field: "relation" },
    column(
      "DOB",
      { field: "dob", width: 6.4 },
      ({ dob }) => dob && formatUsDay(dob),
    ),
    column(
      "Age",
      { field: "age", width: 4 },
      ({ dob }) => dob && yearsBetween(dob, today),
    ),
    column("Created", { field: "create_dt", width: 6.4 }, ({ create_dt }) =>
      formatDay(create_dt),
    ),
  ];
  return (
    <>
      <header className="admin-head">
        <h1>Users Dashboard</h1>
        <p>The artists who painted rocks</p>
        <Button onClick={() => editor.open("new")}>+ New User</Button>
      </header>
      <AdminTable
        label="Users"
        rows={rows}
        columns={columns}
        onEdit={editor.open}
        // Rocks without a known artist need it.
        isKept={({ display_name }) => display_name === UNKNOWN_ARTIST}
      />
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

/** Finds the key of the artist with a name, who is added if the name is new; undefined if that fails. */
export function useArtistKey(artists: ArtistName[], { call }: Save) {
  const { revalidate } = useRevalidator();
  return async (name: string) => {
    const known = artists.find(({ display_name }) => display_name === name);
    if (known) return known.ra_key;
    const body = { display_name: name };
    const added = await call("POST /api/users", { body });
    if (!added.ok) return undefined;
    revalidate();
    return added.answer.ra_key;
  };
}

interface ArtistDialogProps {
  artist?: User;
  onClose: () => void;
  onReload: (artist: User) => void;
}

function ArtistDialog({ artist, onClose, onReload }: ArtistDialogProps) {
  const save = useSave(artist);
  const { call } = save;

  async function submit(fields: FormData, force: boolean) {
    const body = readTexts(fields, "display_name", "relation", "dob");
    const saved = artist
      ? await call(
          "PUT /api/users/:raKey",
          { params: { raKey: artist.ra_key }, body },
          { force },
        )
      : await call("POST /api/users", { body });
    if (saved.ok) onClose();
  }

  async function reload() {
    const artists = await call("GET /api/users", {});
    const now =
      artists.ok &&
      artists.answer.find(({ ra_key }) => ra_key === artist!.ra_key);
    if (now) onReload(now);
  }

  return (
    <RowDialog
      title={artist ? "Edit User" : "Create User"}
      what="user"
      save={save}
      values={artist}
      onSubmit={submit}
      onSeeTheirs={reload}
      onClose={onClose}
    >
      <Field
        label="Display Name"
        name="display_name"
        autoComplete="off"
        aria-required
      />
      <Field label="Relation" name="relation" autoComplete="off" />
      <Field label="Date of Birth" name="dob" type="date" />
    </RowDialog>
  );
}
