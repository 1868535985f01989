import type { Save } from "#app/components/admin/data/use-save.ts";
import { FormContext } from "#app/components/fields/field.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import type { ComponentProps } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Failure } from "#app/components/fields/failure.tsx";

export interface EditFormProps {
  save: Save;
  /** The noun for the edited thing in the notice of a stale save. */
  what: string;
  /** Initial values of the fields, by name. */
  values?: object;
  narrow?: boolean;
  /** With `force` it overwrites a newer version that someone else has saved. */
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
      {/* What was typed is kept until one of the two ways out is chosen. */}
      {onSeeTheirs && save.isStale && (
        <div className="stale-notice row field--full" role="alert">
          <p>{`This ${what} was changed by someone else meanwhile.`}</p>
          <Button look="mini" onClick={onSeeTheirs}>
            Show me how it is now
          </Button>
          <Button look="mini" onClick={() => onSubmit(getForm(), true)}>
            Save mine anyway
          </Button>
        </div>
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

interface RowDialogProps
  extends
    EditFormProps,
    Pick<ComponentProps<typeof Dialog>, "title" | "size" | "onClose">,
    Pick<ComponentProps<typeof DialogBar>, "disabled"> {
  /** The text of the button that saves. */
  submit?: string;
  /** Buttons before Cancel. */
  buttons?: Elements;
}

/** A dialog with one row's fields, Cancel and Save, and the way out of a stale save. */
export function RowDialog({
  title,
  size,
  onClose,
  submit = "Save",
  disabled,
  buttons,
  ...form
}: RowDialogProps) {
  const { save } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={save.isBusy}
      mayClose={save.mayClose}
      title={title}
      size={size}
    >
      <EditForm
        {...form}
        bar={
          <DialogBar
            save={save}
            onClose={onClose}
            submit={submit}
            disabled={disabled}
          >
            {buttons}
          </DialogBar>
        }
      />
    </Dialog>
  );
}

interface DialogBarProps {
  save: Save;
  onClose: () => void;
  submit: string;
  /** The id of the form, if the buttons are outside it. */
  form?: string;
  /** Whether the form can't be sent. */
  disabled?: boolean;
  /** Keeps the dialog open while something other than the save is under way. */
  locked?: boolean;
  /** More buttons, before the two. */
  children?: Elements;
}

/** The buttons of a dialog with a form: Cancel, which asks before it throws changes away, and the one that saves. */
export function DialogBar({
  save: { isBusy, mayClose },
  onClose,
  submit,
  form,
  disabled,
  locked = false,
  children,
}: DialogBarProps) {
  return (
    <footer className="admin-bar wrap">
      {children}
      <Button
        look="quiet"
        onClick={() => mayClose() && onClose()}
        disabled={isBusy || locked}
      >
        Cancel
      </Button>
      <Button type="submit" busy={isBusy} form={form} disabled={disabled}>
        {submit}
      </Button>
    </footer>
  );
}

/** The reason that a form could not be saved, unless a field or the notice of a stale save already gives it. */
export const FormError = ({
  save: { failure, hasWrongFields, isStale },
}: {
  save: Save;
}) => (
  <Failure className="field--full">
    {!hasWrongFields && !isStale && failure}
  </Failure>
);
