import { useId, type ComponentPropsWithoutRef, type ReactNode } from "react";

interface Props {
  label: ReactNode;
  error?: string;
  wide?: boolean;
  /** As wide as the form. */
  full?: boolean;
}

const fieldClass = ({ wide, full }: Partial<Props>) =>
  `field ${full ? "field--full" : wide ? "field--wide" : ""}`;

/** An input with its label above it, and what is wrong with it below. */
export function Field({
  label,
  error,
  wide,
  full,
  ...input
}: Props & ComponentPropsWithoutRef<"input">) {
  const id = useId();
  return (
    <label className={fieldClass({ wide, full })}>
      {label}
      <input {...input} {...describe(id, error)} />
      <FieldError id={id} error={error} />
    </label>
  );
}

export function TextField({
  label,
  error,
  wide,
  full,
  ...area
}: Props & ComponentPropsWithoutRef<"textarea">) {
  const id = useId();
  return (
    <label className={fieldClass({ wide, full })}>
      {label}
      <textarea rows={4} {...area} {...describe(id, error)} />
      <FieldError id={id} error={error} />
    </label>
  );
}

const describe = (id: string, error: string | undefined) => ({
  "aria-invalid": error !== undefined,
  "aria-describedby": error === undefined ? undefined : id,
});

export function FieldError({ id, error }: { id?: string; error?: string }) {
  return error === undefined ? null : (
    <span className="field-error" id={id}>
      {error}
    </span>
  );
}

/** A switch with its label above it. */
export function SwitchField({
  label,
  ...input
}: { label: string } & ComponentPropsWithoutRef<"input">) {
  return (
    <label className="field field--switch">
      {label}
      <input type="checkbox" role="switch" className="switch" {...input} />
    </label>
  );
}
