import type { User } from "#domain/artists/answers.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { Field } from "#app/components/admin/ui/field.tsx";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { useSave } from "#app/components/admin/ui/use-save.ts";

interface Props {
  /** Absent for a new one. */
  user?: User;
  onClose: () => void;
  onSaved: () => void;
  /** Asked for where someone else has changed the user meanwhile. */
  onReload: (user: User) => void;
}

export function UserDialog({ user, onClose, onSaved, onReload }: Props) {
  const { save, isSaving, isStale, refusal, wrong } = useSave<User>(user);

  async function submit(form: FormData, force: boolean) {
    const fields = Object.fromEntries(form);
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
    <RowDialog
      title={user ? "Edit User" : "Create User"}
      what="user"
      narrow
      isSaving={isSaving}
      isStale={isStale}
      onSubmit={(form, force) => void submit(new FormData(form), force)}
      onSeeTheirs={() => void reload()}
      onClose={onClose}
    >
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
      <FormError refusal={refusal} />
    </RowDialog>
  );
}
