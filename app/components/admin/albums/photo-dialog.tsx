import { useRef, useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useUnsavedChanges } from "#app/components/ui/use-unsaved-changes.ts";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { Field, TextField } from "#app/components/admin/ui/field.tsx";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { StaleNotice } from "#app/components/admin/ui/stale-notice.tsx";
import { useSave } from "#app/components/admin/ui/use-save.ts";

/** What is said of one photo. Updating gives the photo as the server has it now. */
export function PhotoDialog({
  photo: first,
  onClose,
  onSaved,
}: {
  photo: AdminPhoto;
  onClose: () => void;
  onSaved: (photo: AdminPhoto) => void;
}) {
  const [photo, setPhoto] = useState(first);
  const [round, setRound] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { mayClose } = useUnsavedChanges(form, round);
  const { save, isSaving, isStale, refusal, wrong } = useSave(photo);
  const address = `/api/albums/photos/${photo.p_key}`;

  async function refresh() {
    try {
      const { answer } = await callApi<AdminPhoto>("GET", address);
      setPhoto(answer);
      setRound((round) => round + 1);
    } catch (error) {
      console.error("Error refreshing photo", error);
      window.alert("Failed to refresh album data.");
    }
  }

  async function update(force = false) {
    const fields = new FormData(form.current!);
    try {
      onSaved(
        await save(
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
        ),
      );
    } catch (error) {
      console.error("Error updating photo", error);
      window.alert("Failed to update photo.");
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isSaving}
      mayClose={mayClose}
      title={`Edit Photo: ${photo.name}`}
    >
      <form
        key={round}
        ref={form}
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
        <label className="check field--full">
          <input type="checkbox" name="show" defaultChecked={photo.show} /> Show
        </label>
        <FormError refusal={refusal} />
        {isStale && (
          <StaleNotice
            what="photo"
            onSeeTheirs={() => void refresh()}
            onSaveMine={() => void update(true)}
          />
        )}
        <footer className="admin-bar">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => {
              if (mayClose()) void refresh();
            }}
            disabled={isSaving}
          >
            Refresh
          </button>
          <BusyButton busy={isSaving}>Update</BusyButton>
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => mayClose() && onClose()}
            disabled={isSaving}
          >
            Cancel
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
