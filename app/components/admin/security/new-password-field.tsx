import { useState } from "react";
import { NEW_PASSWORD_HINT } from "#domain/account/schemas.ts";
import { Field } from "#app/components/fields/field.tsx";

/** Asks for a password that its owner has thought of just now. */
export function NewPasswordField({ label }: { label: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Field
        full
        label={label}
        hint={NEW_PASSWORD_HINT}
        name="password"
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1000}
        required
      />
      <label className="field--full check row">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        Show it
      </label>
    </>
  );
}
