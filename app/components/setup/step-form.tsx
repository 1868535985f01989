import { useNavigate } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { FormContext } from "#app/components/fields/field.tsx";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { StepBar } from "./step-frame.tsx";
import { addressOf, stepAfter, type Step } from "./steps.ts";
import { useDraft } from "./use-draft.ts";

/** The form of a step. Once it is saved, the next step follows. */
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
  /** What its fields hold at first, by their names. */
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

  async function submit(form: HTMLFormElement) {
    if (!(await onSubmit(new FormData(form)))) return;
    forget();
    if (onSaved) return onSaved();
    setIsLeaving(true);
    navigate(addressOf(stepAfter(step)));
  }

  return (
    <form
      className="admin-form admin-form--narrow"
      noValidate
      onInput={({ currentTarget }) => keep(currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
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
