import { Field } from "#app/components/fields/field.tsx";

/** Asks for the second factor. */
export const CodeField = ({ required }: { required?: boolean }) => (
  <Field
    label="Code from your app, or a recovery code"
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={64}
    required={required}
    full
  />
);
