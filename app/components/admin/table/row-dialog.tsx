import { useRef, type ComponentProps, type ReactNode } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useUnsavedChanges } from "#app/components/admin/data/use-unsaved-changes.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { StaleNotice } from "#app/components/admin/ui/stale-notice.tsx";

interface Props extends Pick<
  ComponentProps<typeof Dialog>,
  "title" | "size" | "onClose"
> {
  /** What is edited, as the notice of a stale save calls it. */
  what: string;
  narrow?: boolean;
  isSaving: boolean;
  isStale: boolean;
  /** With `force` also over what someone else has saved meanwhile. */
  onSubmit: (form: HTMLFormElement, force: boolean) => void;
  onSeeTheirs: () => void;
  children: ReactNode;
}

/** A dialog with one row's fields, Cancel and Save, and the way out of a stale save. */
export function RowDialog({
  what,
  narrow = false,
  isSaving,
  isStale,
  onSubmit,
  onSeeTheirs,
  onClose,
  children,
  ...dialog
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { mayClose } = useUnsavedChanges(form);
  const submit = (force: boolean) => onSubmit(form.current!, force);

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isSaving}
      mayClose={mayClose}
      {...dialog}
    >
      <form
        ref={form}
        className={narrow ? "admin-form admin-form--narrow" : "admin-form"}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        {isStale && (
          <StaleNotice
            what={what}
            onSeeTheirs={onSeeTheirs}
            onSaveMine={() => submit(true)}
          />
        )}
        {children}
        <footer className="admin-bar">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => mayClose() && onClose()}
            disabled={isSaving}
          >
            Cancel
          </button>
          <BusyButton busy={isSaving}>Save</BusyButton>
        </footer>
      </form>
    </Dialog>
  );
}
