import {
  cloneElement,
  useId,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from "react";
import { AlertIcon } from "#app/components/ui/icons.tsx";
import {
  FIND_FIELDS,
  OPTIONAL_FIELDS,
} from "#app/components/share/find-fields.ts";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import "./form-field.css";

interface Props {
  label: string;
  hint?: string;
  error?: string;
  optional?: boolean;
  /** An `<input>` or a `<textarea>`. The field adds its label and description. */
  control: ReactElement<ComponentProps<"input"> | ComponentProps<"textarea">>;
}

/** A form field with its label above and its error below. */
export function FormField({ label, hint, error, optional, control }: Props) {
  const id = useId();
  const wiring = {
    id,
    className: "field",
    "aria-invalid": error ? true : undefined,
    "aria-describedby":
      [
        optional && `${id}-optional`,
        hint && `${id}-hint`,
        error && `${id}-error`,
      ]
        .filter(Boolean)
        .join(" ") || undefined,
  };
  return (
    <div className="form-field stack">
      <p className="form-label">
        <label htmlFor={id}>{label}</label>
        {optional && <small id={`${id}-optional`}>optional</small>}
      </p>
      {cloneElement(control, wiring)}
      {hint && (
        <p className="form-hint soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

interface FindFieldProps {
  name: keyof DraftFields;
  hint?: string;
  error?: string;
  /** What this form sets of the control itself. */
  control?: ComponentProps<"input"> & ComponentProps<"textarea">;
}

/** The field of a find with this name. */
export function FindField({ name, control, ...field }: FindFieldProps) {
  const { label, hint, isLong, ...look } = FIND_FIELDS[name];
  const all = { name, ...look, ...control };
  return (
    <FormField
      label={label}
      hint={hint}
      optional={OPTIONAL_FIELDS.includes(name)}
      {...field}
      control={
        isLong ? (
          <textarea {...(all as ComponentProps<"textarea">)} />
        ) : (
          <input {...all} />
        )
      }
    />
  );
}

export function FieldError({
  id,
  children,
}: {
  id: string;
  children: ReactNode;
}) {
  return (
    <p className="form-error" id={id} role="alert">
      <AlertIcon />
      <span>{children}</span>
    </p>
  );
}
