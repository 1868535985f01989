import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import { describeSafety } from "./words.ts";
import "./result-dialogs.css";

interface Props {
  entry: QueueEntry;
  onClose: () => void;
}

export const KeptDialog = ({ entry, onClose }: Props) => (
  <Dialog open onClose={onClose} title="Kept To Send Later" size="small">
    <div className="result stack">
      <p>
        <b>{describeSafety(entry)}</b> We send it when there is a signal and
        this site is open. You find it in ‘Your finds on this device’.
      </p>
      <Button onClick={onClose}>Done</Button>
    </div>
  </Dialog>
);
