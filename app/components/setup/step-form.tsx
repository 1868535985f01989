import { useNavigate, Link } from "@remix-run/react";
import { useState, useEffect, useRef } from "react";
import {
  EditForm,
  type EditFormProps,
} from "#app/components/admin/ui/forms.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./set-up.css";

export function StepForm({
  step,
  label = "Save and go on",
  onSubmit,
  onSaved,
  ...form
}: Pick<EditFormProps, "save" | "values" | "children"> & {
  step: Step;
  label?: string;
  /** Resolves with whether it was saved. */
  onSubmit: (fields: FormData) => Promise<boolean>;
  /** Runs in place of the next step. */
  onSaved?: () => void;
}) {
  const { save } = form;
  const navigate = useNavigate();
  /** While the next step loads, a second press would save this one again. */
  const [isLeaving, setIsLeaving] = useState(false);

  async function submit(fields: FormData) {
    if (!(await onSubmit(fields))) return;
    if (onSaved) return onSaved();
    save.form(save.getForm());
    setIsLeaving(true);
    navigate(addressOf(stepAfter(step)));
  }

  return (
    <EditForm
      {...form}
      what="step"
      onSubmit={submit}
      bar={
        <StepBar step={step}>
          <Button type="submit" busy={save.isBusy || isLeaving}>
            {label}
          </Button>
        </StepBar>
      }
    />
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

const STEPS = ["names", "story", "mail", "rock", "next"] as const;
type Step = (typeof STEPS)[number];

export const isStep = (step: string | null): step is Step =>
  STEPS.some((one) => one === step);

export const addressOf = (step: Step) => `/setup?step=${step}`;

const stepAfter = (step: Step) => STEPS[STEPS.indexOf(step) + 1] ?? step;

const stepBefore = (step: Step): Step | undefined =>
  STEPS[STEPS.indexOf(step) - 1];
