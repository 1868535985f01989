import { useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { DialogBar } from "#app/components/admin/ui/dialog-bar.tsx";
import { Field, TextField } from "#app/components/admin/ui/field.tsx";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { StaleNotice } from "#app/components/admin/ui/stale-notice.tsx";

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
  const { isBusy, wrong, mayClose } = save;
  const address = `/api/albums/photos/${photo.p_key}`;

  async function refresh() {
    const now = await save.call<AdminPhoto>("GET", address);
    if (!now.ok) return window.alert("Failed to refresh album data.");
    setPhoto(now.answer);
    setRound((round) => round + 1);
  }

  async function update(force = false) {
    const fields = new FormData(save.getForm());
    const saved = await save.call<AdminPhoto>(
      "PUT",
      address,
      {
        ...photo,
        display_name: fields.get("display_name"),
        date: fields.get("date"),
        desc: fields.get("desc"),
        show: fields.has("show"),
      },
      { force },
    );
    if (saved.ok) onSaved(saved.answer);
    else window.alert("Failed to update photo.");
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isBusy}
      mayClose={mayClose}
      title={`Edit Photo: ${photo.name}`}
    >
      <form
        key={round}
        ref={save.form}
        className="admin-form admin-form--narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void update();
        }}
        noValidate
      >
        <Field
          wide
          label="Display Name"
          name="display_name"
          defaultValue={photo.display_name}
          error={wrong("display_name")}
        />
        <Field
          wide
          label="Date"
          name="date"
          type="date"
          defaultValue={photo.date ?? ""}
          error={wrong("date")}
        />
        <TextField
          full
          label="Description"
          name="desc"
          defaultValue={photo.desc}
          error={wrong("desc")}
        />
        <label className="check row field--full">
          <input type="checkbox" name="show" defaultChecked={photo.show} /> Show
        </label>
        <FormError save={save} />
        <StaleNotice
          save={save}
          what="photo"
          onSeeTheirs={() => void refresh()}
          onSaveMine={() => void update(true)}
        />
        <DialogBar save={save} onClose={onClose} submit="Update">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => {
              if (mayClose()) void refresh();
            }}
            disabled={isBusy}
          >
            Refresh
          </button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
