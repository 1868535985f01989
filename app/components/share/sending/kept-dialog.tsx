import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import { describeSafety } from "./words.ts";
import "./result-dialogs.css";

interface Props {
  entry: QueueEntry;
  onClose: () => void;
}

export function KeptDialog({ entry, onClose }: Props) {
  const { t, i18n } = useLingui();
  return (
    <Dialog open onClose={onClose} title={t`Kept To Send Later`} size="small">
      <div className="result stack">
        <p>
          <b>{describeSafety(i18n, entry)}</b>{" "}
          <Trans>
            We send it when there is a signal and this site is open. You will
            find it in ‘Your finds on this device’.
          </Trans>
        </p>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
