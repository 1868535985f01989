import type { ComponentProps } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { DialogBar } from "#app/components/admin/ui/dialog-bar.tsx";
import {
  EditForm,
  type EditFormProps,
} from "#app/components/admin/ui/edit-form.tsx";

interface Props
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
}: Props) {
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
