import { Trans, useLingui } from "@lingui/react/macro";
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

export function SubmitFailedDialog({ onClose, onQueue, email, reason }: Props) {
  const { t } = useLingui();
  return (
    <Dialog open onClose={onClose} title={t`Submit Failed`} size="small">
      <div className="result stack">
        <p>
          <Trans>
            Sorry, something went wrong. The submit did not work. Please email
            us instead if it keeps failing:{" "}
            <a href={`mailto:${email}`}>{email}</a>
          </Trans>
        </p>
        {reason && <p className="result-reason">{reason}</p>}
        <Button onClick={onClose}>
          <Trans>Back to the form</Trans>
        </Button>
        <Button look="quiet" onClick={onQueue}>
          <Trans>Keep it and send it later</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
