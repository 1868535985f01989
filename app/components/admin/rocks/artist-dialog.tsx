import type { User } from "#domain/artists/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { Field } from "#app/components/fields/field.tsx";

interface Props {
  /** Absent for a new one. */
  artist?: User;
  onClose: () => void;
  onSaved: () => void;
  /** Called with the artist as someone else has saved it meanwhile. */
  onReload: (artist: User) => void;
}

/** Makes or edits an artist. */
export function ArtistDialog({ artist, onClose, onSaved, onReload }: Props) {
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
