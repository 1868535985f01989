import { Trans } from "@lingui/react/macro";
import {
  createContext,
  useContext,
  useId,
  type ComponentPropsWithoutRef,
  type ReactNode,
} from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { AlertIcon } from "#app/components/ui/more-icons.tsx";
import "./field.css";

interface Frame {
  label: ReactNode;
  hint?: Elements | string;
  error?: string;
  optional?: boolean;
}

interface FormValues {
  values: Readonly<Record<string, unknown>>;
  wrong: (name: string) => string | undefined;
}

/** The form around a field. Without one, a field has only its own values and errors. */
export const FormContext = createContext<FormValues>({
  values: {},
  wrong: () => undefined,
});

/** Marks a field that must be filled in. Screen readers learn it from the input's `required` or `aria-required`. */
export const RequiredMark = () => <span aria-hidden="true">*</span>;

export const Field = (props: Frame & ComponentPropsWithoutRef<"input">) => (
  <Labelled as="input" {...props} />
);

export const TextField = (
  props: Frame & ComponentPropsWithoutRef<"textarea">,
) => <Labelled as="textarea" rows={4} {...props} />;

export const SelectField = (
  props: Frame & ComponentPropsWithoutRef<"select">,
) => <Labelled as="select" {...props} />;

function Labelled({
  as: Control,
  label,
  hint,
  error: given,
  optional,
  ...control
}: Frame & {
  as: "input" | "textarea" | "select";
  name?: string;
  value?: unknown;
  rows?: number;
  required?: boolean;
  "aria-required"?: unknown;
}) {
  const id = useId();
  const { values, wrong } = useContext(FormContext);
  const { name = "", value } = control;
  const isRequired = control.required || Boolean(control["aria-required"]);
  const error = given ?? wrong(name);
  const first = (values[name] ?? undefined) as string | number | undefined;
  const described = [
    optional && `${id}-optional`,
    hint && `${id}-hint`,
    error && `${id}-error`,
  ].filter(Boolean);
  return (
    <div className="field stack">
      <p className="field-label">
        <span>
          <label htmlFor={id}>{label}</label>
          {isRequired && <RequiredMark />}
        </span>
        {optional && (
          <small id={`${id}-optional`}>
            <Trans>optional</Trans>
          </small>
        )}
      </p>
      <Control
        id={id}
        className="control"
        defaultValue={value === undefined ? first : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described.join(" ") || undefined}
        {...(control as object)}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Failure id={`${id}-error`}>{error}</Failure>
    </div>
  );
}

interface FailureProps {
  id?: string;
  className?: string;
  children: ReactNode;
}

/** Says what has not worked, or what is wrong with a field. */
export const Failure = ({ id, className = "", children }: FailureProps) =>
  children ? (
    <span className={`failure ${className}`} id={id} role="alert">
      <AlertIcon />
      <span>{children}</span>
    </span>
  ) : null;

export function SwitchField({ label, name }: { label: string; name: string }) {
  const { values } = useContext(FormContext);
  return (
    <label className="field stack">
      <span className="field-label">{label}</span>
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
