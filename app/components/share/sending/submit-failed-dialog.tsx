import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./result-dialogs.css";

interface Props {
  onClose: () => void;
  /** Keeps the find on this device, to be sent later. */
  onQueue: () => void;
  email: string;
  /** The server's own sentence. May be empty. */
  reason: string;
}

export const SubmitFailedDialog = ({
  onClose,
  onQueue,
  email,
  reason,
}: Props) => (
  <Dialog open onClose={onClose} title="Submit Failed" size="small">
    <div className="result stack">
      <p>
        Sorry, something went wrong. The submit did not work. Please email us
        instead if it keeps failing: <a href={`mailto:${email}`}>{email}</a>
      </p>
      {reason && <p className="result-reason">{reason}</p>}
      <Button onClick={onClose}>Back to the form</Button>
      <Button look="quiet" onClick={onQueue}>
        Keep it and send it later
      </Button>
    </div>
  </Dialog>
);
