import type { Save } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

interface Props {
  save: Save;
  onClose: () => void;
  /** The text of the button that saves. */
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
}: Props) {
  return (
    <footer className="admin-bar">
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
