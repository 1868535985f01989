import { useRef } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { User } from "#domain/schemas.ts";
import { BusyButton } from "./busy-button.tsx";
import { callApi } from "./call-api.ts";
import { Field } from "./field.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import { useSave } from "./use-save.ts";

interface Props {
  /** Absent for a new one. */
  user?: User;
  onClose: () => void;
  onSaved: () => void;
  /** Asked for where someone else has changed the user meanwhile. */
  onReload: (user: User) => void;
}

export function UserDialog({ user, onClose, onSaved, onReload }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { save, isSaving, isStale, refusal, wrong } = useSave<User>(user);

  async function submit(force = false) {
    const fields = Object.fromEntries(new FormData(form.current!));
    try {
      if (user)
        await save("PUT", `/api/users/${user.ra_key}`, fields, { force });
      else await save("POST", "/api/users", fields);
      onSaved();
    } catch (error) {
      console.error("Error saving user", error);
    }
  }

  async function reload() {
    try {
      const { answer } = await callApi<User[]>("GET", "/api/users");
      const now = answer.find(({ ra_key }) => ra_key === user!.ra_key);
      if (now) onReload(now);
    } catch (error) {
      console.error("Error loading user", error);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isSaving}
      title={user ? "Edit User" : "Create User"}
    >
      <form
        ref={form}
        className="admin-form admin-form--narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isStale && (
          <StaleNotice
            what="user"
            onSeeTheirs={() => void reload()}
            onSaveMine={() => void submit(true)}
          />
        )}
        <Field
          full
          label="Display Name"
          name="display_name"
          autoComplete="off"
          defaultValue={user?.display_name}
          error={wrong("display_name")}
        />
        <Field
          full
          label="Relation"
          name="relation"
          autoComplete="off"
          defaultValue={user?.relation}
          error={wrong("relation")}
        />
        <Field
          full
          label="Date of Birth"
          name="dob"
          type="date"
          defaultValue={user?.dob ?? ""}
          error={wrong("dob")}
        />
        {refusal && Object.keys(refusal.fields).length === 0 && (
          <p className="field-error field--full" role="alert">
            {refusal.message}
          </p>
        )}
        <footer className="admin-bar">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={onClose}
            disabled={isSaving}
          >
            Cancel
          </button>
          <BusyButton busy={isSaving}>Save</BusyButton>
        </footer>
      </form>
    </Dialog>
  );
}
