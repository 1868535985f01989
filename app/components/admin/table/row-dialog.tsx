import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { DialogBar } from "#app/components/admin/ui/dialog-bar.tsx";
import { StaleNotice } from "#app/components/admin/ui/stale-notice.tsx";

interface Props extends Pick<
  ComponentProps<typeof Dialog>,
  "title" | "size" | "onClose"
> {
  /** What is edited, as the notice of a stale save calls it. */
  what: string;
  narrow?: boolean;
  save: Save;
  /** With `force` it saves over what someone else has saved meanwhile. */
  onSubmit: (form: HTMLFormElement, force: boolean) => void;
  onSeeTheirs: () => void;
  children: ReactNode;
}

/** A dialog with one row's fields, Cancel and Save, and the way out of a stale save. */
export function RowDialog({
  what,
  narrow = false,
  save,
  onSubmit,
  onSeeTheirs,
  onClose,
  children,
  ...dialog
}: Props) {
  const { form, getForm, mayClose, isBusy } = save;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isBusy}
      mayClose={mayClose}
      {...dialog}
    >
      <form
        ref={form}
        className={narrow ? "admin-form admin-form--narrow" : "admin-form"}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(getForm(), false);
        }}
      >
        <StaleNotice
          save={save}
          what={what}
          onSeeTheirs={onSeeTheirs}
          onSaveMine={() => onSubmit(getForm(), true)}
        />
        {children}
        <DialogBar save={save} onClose={onClose} submit="Save" />
      </form>
    </Dialog>
  );
}
