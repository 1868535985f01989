import { useState, type FormEvent } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { AdminPhoto } from "#domain/schemas.ts";
import { BusyButton } from "./busy-button.tsx";
import { callApi, Refusal } from "./call-api.ts";
import { Field, TextField } from "./field.tsx";

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
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const address = `/api/albums/photos/${photo.p_key}`;

  async function refresh() {
    try {
      const { answer } = await callApi<AdminPhoto>("GET", address);
      setPhoto(answer);
      setRefusal(undefined);
      setRound((round) => round + 1);
    } catch (error) {
      console.error("Error refreshing photo", error);
      window.alert("Failed to refresh album data.");
    }
  }

  async function update(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSaving(true);
    setRefusal(undefined);
    try {
      const { answer } = await callApi<AdminPhoto>(
        "PUT",
        address,
        {
          ...photo,
          display_name: form.get("display_name"),
          date: form.get("date"),
          desc: form.get("desc"),
          show: form.has("show"),
        },
        { "If-Match": `"${photo.version}"` },
      );
      onSaved(answer);
    } catch (error) {
      console.error("Error updating photo", error);
      if (error instanceof Refusal) setRefusal(error);
      window.alert("Failed to update photo.");
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Edit Photo: ${photo.name}`}>
      <form
        key={round}
        className="admin-form admin-form--narrow"
        onSubmit={(event) => void update(event)}
        noValidate
      >
        <Field
          wide
          label="Display Name"
          name="display_name"
          defaultValue={photo.display_name}
          error={refusal?.fields.display_name}
        />
        <Field
          wide
          label="Date"
          name="date"
          type="date"
          defaultValue={photo.date ?? ""}
          error={refusal?.fields.date}
        />
        <TextField
          full
          label="Description"
          name="desc"
          defaultValue={photo.desc}
          error={refusal?.fields.desc}
        />
        <label className="check field--full">
          <input type="checkbox" name="show" defaultChecked={photo.show} /> Show
        </label>
        {refusal && Object.keys(refusal.fields).length === 0 && (
          <p className="field--full field-error" role="alert">
            {refusal.message}
            {refusal.status === 409 &&
              " Refresh shows how it is now; what you have typed is then gone."}
          </p>
        )}
        <footer className="admin-bar">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => void refresh()}
            disabled={saving}
          >
            Refresh
          </button>
          <BusyButton busy={saving}>Update</BusyButton>
          <button
            type="button"
            className="btn btn--quiet"
            onClick={onClose}
            disabled={saving}
          >
            Cancel
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
