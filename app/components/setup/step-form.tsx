import { useNavigate, Link } from "@remix-run/react";
import { useState, type ReactNode, useEffect, useRef } from "react";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { FormContext } from "#app/components/fields/field.tsx";
import { FormError, submits } from "#app/components/admin/ui/forms.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import "./set-up.css";

export function StepForm({
  step,
  save,
  saved,
  label = "Save and go on",
  onSubmit,
  onSaved,
  children,
}: {
  step: Step;
  save: Save;
  saved: Record<string, string>;
  label?: string;
  /** Resolves with whether it was saved. */
  onSubmit: (fields: FormData) => Promise<boolean>;
  /** Runs in place of the next step. */
  onSaved?: () => void;
  children: ReactNode;
}) {
  const { values, keep, forget } = useDraft(step, saved);
  const navigate = useNavigate();
  /** While the next step loads, a second press would save this one again. */
  const [isLeaving, setIsLeaving] = useState(false);

  async function submit(fields: FormData) {
    if (!(await onSubmit(fields))) return;
    forget();
    if (onSaved) return onSaved();
    setIsLeaving(true);
    navigate(addressOf(stepAfter(step)));
  }

  return (
    <form
      className="admin-form"
      noValidate
      onInput={({ currentTarget }) => keep(currentTarget)}
      onSubmit={submits(submit)}
    >
      <FormContext.Provider value={{ values, wrong: save.wrong }}>
        {children}
      </FormContext.Provider>
      <FormError save={save} />
      <StepBar step={step}>
        <Button type="submit" busy={save.isBusy || isLeaving}>
          {label}
        </Button>
      </StepBar>
    </form>
  );
}

/** A step: how far it is, what it asks for, and its fields. The focus begins at its heading. */
export function StepFrame({
  step,
  title,
  children,
}: {
  /** Absent for the password, which comes first. */
  step?: Step;
  title: string;
  children: Elements;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const number = step ? STEPS.indexOf(step) + 2 : 1;
  return (
    <section className="set-up stack">
      <p className="soft">{`Step ${number} of ${STEPS.length + 1}`}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

export function StepBar({
  step,
  isDone = false,
  children,
}: {
  step: Step;
  /** Then there is nothing to leave for later. */
  isDone?: boolean;
  children: Elements;
}) {
  const before = stepBefore(step);
  return (
    <footer className="admin-bar set-up-bar wrap">
      {before && (
        <Link className="btn btn--quiet" to={addressOf(before)}>
          Back
        </Link>
      )}
      {!isDone && (
        <Link className="text-btn" to={addressOf(stepAfter(step))}>
          Later
        </Link>
      )}
      {children}
    </footer>
  );
}

/** Steps after the password, one subject each. Each can be left for later. */
const STEPS = ["names", "story", "mail", "rock", "next"] as const;
type Step = (typeof STEPS)[number];

export const isStep = (step: string | null): step is Step =>
  STEPS.some((one) => one === step);

export const addressOf = (step: Step) => `/setup?step=${step}`;

const stepAfter = (step: Step) => STEPS[STEPS.indexOf(step) + 1] ?? step;

const stepBefore = (step: Step): Step | undefined =>
  STEPS[STEPS.indexOf(step) - 1];

type Values = Record<string, string>;

/** Keeps the entries of a step, except passwords, until it is saved: for the way back and forward, and over a reload. */
function useDraft(step: Step, saved: Values) {
  const key = `set-up-${step}`;
  const [values] = useState(() => {
    const draft = readStored("sessionStorage", key) ?? "{}";
    return { ...saved, ...(JSON.parse(draft) as Values) };
  });
  return {
    values,
    keep: (form: HTMLFormElement) => {
      const isPassword = (name: string) => {
        const field = form.elements.namedItem(name);
        return field instanceof HTMLInputElement && field.type === "password";
      };
      const texts = [...new FormData(form)].filter(
        ([name, value]) => typeof value === "string" && !isPassword(name),
      );
      const draft = JSON.stringify(Object.fromEntries(texts));
      keepStored("sessionStorage", key, draft);
    },
    forget: () => keepStored("sessionStorage", key, "{}"),
  };
}
