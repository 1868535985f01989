import type { Save } from "#app/components/admin/data/use-save.ts";
import { FormContext } from "#app/components/fields/field.tsx";
import { FormError } from "./form-error.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

export interface EditFormProps {
  save: Save;
  /** What is edited, as the notice of a stale save calls it. */
  what: string;
  /** What the fields hold at first, by their names. */
  values?: object;
  narrow?: boolean;
  /** With `force` it saves over what someone else has saved meanwhile. */
  onSubmit: (form: HTMLFormElement, force: boolean) => void;
  /** Absent for something new. */
  onSeeTheirs?: () => void;
  children: Elements;
}

/** A form of the admin: its fields, why it could not be saved, and the way out of a stale save. */
export function EditForm({
  save,
  what,
  values = {},
  narrow = false,
  onSubmit,
  onSeeTheirs,
  id,
  className = narrow ? "admin-form--narrow" : "",
  bar,
  children,
}: EditFormProps & {
  id?: string;
  className?: string;
  /** Its buttons, if they are inside it. */
  bar?: Elements;
}) {
  const { form, getForm, wrong } = save;
  return (
    <form
      ref={form}
      id={id}
      className={`admin-form ${className}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(getForm(), false);
      }}
    >
      {onSeeTheirs && (
        <StaleNotice
          save={save}
          what={what}
          onSeeTheirs={onSeeTheirs}
          onSaveMine={() => onSubmit(getForm(), true)}
        />
      )}
      <FormContext.Provider
        value={{ values: values as Record<string, unknown>, wrong }}
      >
        {children}
      </FormContext.Provider>
      <FormError save={save} />
      {bar}
    </form>
  );
}
