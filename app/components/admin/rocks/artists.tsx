import type { User } from "#domain/artists/answers.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { List } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/use-row-actions.ts";
import {
  actionsColumn,
  column,
  textColumn,
  type Column,
  AdminTable,
  DeleteButton,
  RowButton,
} from "#app/components/admin/table/admin-table.tsx";
import {
  formatDay,
  formatUsDay,
  yearsBetween,
} from "#app/components/language/english.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { RowDialog } from "#app/components/admin/ui/edit-form.tsx";
import { Field } from "#app/components/fields/field.tsx";

interface Props {
  list: List<User>;
  sort: string;
  /** YYYY-MM-DD */
  today: string;
  onEdit: (artist: User) => void;
}

export function ArtistTable({ list, sort, today, onEdit }: Props) {
  const { failureOf, remove } = useRowActions(list, {
    one: "user",
    labelOf: ({ display_name }) => display_name,
    deletes: "DELETE /api/users/:raKey",
    sentOf: ({ ra_key }) => ({ params: { raKey: ra_key } }),
    question: () => "Delete this user?",
  });

  const columns: Column<User>[] = [
    column(
      "RA_KEY",
      { field: "ra_key", width: 5.5, className: "at-corner" },
      ({ ra_key }) => ra_key,
    ),
    column(
      "Display Name",
      { field: "display_name", className: "at-title" },
      ({ display_name }) => display_name,
    ),
    textColumn("Relation", { field: "relation" }, ({ relation }) => relation),
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
      formatDay(create_dt.slice(0, 10)),
    ),
    actionsColumn(7.6, failureOf, (artist) => (
      <>
        <RowButton of={artist.display_name} onClick={() => onEdit(artist)}>
          Edit
        </RowButton>
        <DeleteButton
          of={artist.display_name}
          // Rocks without a known artist need it.
          disabled={artist.display_name === UNKNOWN_ARTIST}
          onClick={() => void remove(artist)}
        />
      </>
    )),
  ];
  return <AdminTable label="Users" columns={columns} list={list} sort={sort} />;
}

interface ArtistDialogProps {
  /** Absent for a new one. */
  artist?: User;
  onClose: () => void;
  onSaved: () => void;
  /** Called with the artist as someone else has saved it meanwhile. */
  onReload: (artist: User) => void;
}

export function ArtistDialog({
  artist,
  onClose,
  onSaved,
  onReload,
}: ArtistDialogProps) {
  const save = useSave(artist);
  const { call } = save;

  async function submit(form: HTMLFormElement, force: boolean) {
    const fields = new FormData(form);
    const body = {
      display_name: String(fields.get("display_name")),
      relation: String(fields.get("relation")),
      dob: String(fields.get("dob")),
    };
    const saved = artist
      ? await call(
          "PUT /api/users/:raKey",
          { params: { raKey: artist.ra_key }, body },
          { force },
        )
      : await call("POST /api/users", { body });
    if (saved.ok) onSaved();
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
      narrow
      save={save}
      values={artist}
      onSubmit={(form, force) => void submit(form, force)}
      onSeeTheirs={() => void reload()}
      onClose={onClose}
    >
      <Field
        full
        label="Display Name"
        name="display_name"
        autoComplete="off"
        aria-required
      />
      <Field full label="Relation" name="relation" autoComplete="off" />
      <Field full label="Date of Birth" name="dob" type="date" />
    </RowDialog>
  );
}
