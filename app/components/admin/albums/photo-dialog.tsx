import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { useState } from "react";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Field, TextField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";

/** Edits one photo's texts, its date and whether it is shown. */
export function PhotoDialog({
  photo: first,
  onClose,
  onSaved,
}: {
  photo: AdminPhoto;
  onClose: () => void;
  /** Called with the photo as the server has it now. */
  onSaved: (photo: AdminPhoto) => void;
}) {
  const [photo, setPhoto] = useState(first);
  /** Another number renders the form anew. */
  const [round, setRound] = useState(0);
  const save = useSave(photo);
  const { isBusy, mayClose } = save;
  const params = { pKey: photo.p_key };

  async function refresh() {
    const now = await save.call("GET /api/albums/photos/:pKey", { params });
    if (!now.ok) return window.alert("Failed to refresh album data.");
    setPhoto(now.answer);
    setRound((round) => round + 1);
  }

  async function update(fields: FormData, force: boolean) {
    const saved = await save.call(
      "PUT /api/albums/photos/:pKey",
      {
        params,
        body: {
          display_name: String(fields.get("display_name")),
          date: String(fields.get("date")),
          desc: String(fields.get("desc")),
          show: fields.has("show"),
        },
      },
      { force },
    );
    if (saved.ok) onSaved(saved.answer);
    else window.alert("Failed to update photo.");
  }

  return (
    <RowDialog
      key={round}
      title={`Edit Photo: ${photo.name}`}
      what="photo"
      narrow
      save={save}
      values={photo}
      submit="Update"
      buttons={
        <Button
          look="quiet"
          onClick={() => {
            if (mayClose()) void refresh();
          }}
          disabled={isBusy}
        >
          Refresh
        </Button>
      }
      onSubmit={(form, force) => void update(new FormData(form), force)}
      onSeeTheirs={() => void refresh()}
      onClose={onClose}
    >
      <Field wide label="Display Name" name="display_name" />
      <Field wide label="Date" name="date" type="date" />
      <TextField full label="Description" name="desc" />
      <label className="check row field--full">
        <input type="checkbox" name="show" defaultChecked={photo.show} /> Show
      </label>
    </RowDialog>
  );
}
