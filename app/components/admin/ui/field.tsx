import {
  createContext,
  useContext,
  useId,
  type ComponentPropsWithoutRef,
  type ReactNode,
} from "react";

interface Props {
  label: ReactNode;
  error?: string;
  wide?: boolean;
  /** As wide as the form. */
  full?: boolean;
}

interface FormValues {
  /** What its fields hold at first, by their names. */
  values: Readonly<Record<string, unknown>>;
  /** What is wrong with a field. */
  wrong: (name: string) => string | undefined;
}

/** The form around a field. Without one, a field has only what it is given itself. */
export const FormContext = createContext<FormValues>({
  values: {},
  wrong: () => undefined,
});

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
  const field = useField(input, error);
  return (
    <label className={fieldClass({ wide, full })}>
      {label}
      <input {...field.control} {...input} />
      {field.error}
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
  const field = useField(area, error);
  return (
    <label className={fieldClass({ wide, full })}>
      {label}
      <textarea rows={4} {...field.control} {...area} />
      {field.error}
    </label>
  );
}

function useField(
  { name = "", value }: { name?: string; value?: unknown },
  given: string | undefined,
) {
  const id = useId();
  const { values, wrong } = useContext(FormContext);
  const error = given ?? wrong(name);
  const first = values[name] as string | number | null | undefined;
  return {
    control: {
      ...(value === undefined ? { defaultValue: first ?? undefined } : {}),
      "aria-invalid": error !== undefined,
      "aria-describedby": error === undefined ? undefined : id,
    },
    error: <FieldError id={id} error={error} />,
  };
}

export function FieldError({ id, error }: { id?: string; error?: string }) {
  return error === undefined ? null : (
    <span className="field-error" id={id}>
      {error}
    </span>
  );
}

/** A switch with its label above it. */
export function SwitchField({ label, name }: { label: string; name: string }) {
  const { values } = useContext(FormContext);
  return (
    <label className="field field--switch">
      {label}
      <input
        type="checkbox"
        role="switch"
        className="switch"
        name={name}
        defaultChecked={Boolean(values[name])}
      />
    </label>
  );
}
