import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

/** Changes the password. @param isFixed whether it is set where the site runs */
export function PasswordBox({ isFixed }: { isFixed: boolean }) {
  return (
    <section className="security-part stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {isFixed ? (
        <p>
          ADMIN_PASSWORD sets it where the site runs, so it can only be changed
          there. A start with another one ends every session.
        </p>
      ) : (
        <PasswordForm />
      )}
    </section>
  );
}

function PasswordForm() {
  const [changes, setChanges] = useState(0);
  const save = useSave();
  const { revalidate } = useRevalidator();

  async function submit(form: HTMLFormElement) {
    const password = String(new FormData(form).get("password"));
    const saved = await save.call(
      "PUT /api/account/password",
      { body: { password } },
      { toast: () => "The password was changed. All other sessions ended." },
    );
    if (!saved.ok) return;
    setChanges((before) => before + 1);
    revalidate();
  }

  return (
    <EditForm
      key={changes}
      what="password"
      narrow
      save={save}
      onSubmit={(form) => void submit(form)}
    >
      <NewPasswordField label="New password" />
      <Button
        type="submit"
        look="quiet"
        className="field--full"
        busy={save.isBusy}
      >
        Change the password
      </Button>
    </EditForm>
  );
}
