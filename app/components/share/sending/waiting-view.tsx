import { Button } from "#app/components/ui/button.tsx";
import { SaveIcon } from "#app/components/ui/icons.tsx";
import { keepAsFile } from "#app/components/share/queue/keep-as-file.ts";
import {
  sendWaiting,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { SteppingStones } from "./stepping-stones.tsx";
import { describeSafety } from "./words.ts";

interface Props {
  entry: QueueEntry;
  /** Where the finder can send the file, an e-mail address. */
  email: string;
  onClose: () => void;
}

/** A find that can't go on without a connection. */
export function WaitingView({ entry, email, onClose }: Props) {
  const { pictures, isKept } = entry;
  const there = pictures.filter(({ part }) => part === 1).length;
  return (
    <>
      <SteppingStones entry={entry} />
      <div className="sending-safe notice" role="status">
        <SaveIcon />
        <p>
          <b>{describeSafety(entry)}</b> It goes on by itself when there is a
          signal{isKept && " and this site is open"}. {describeThere(there)}
        </p>
      </div>
      <div className="sending-choice">
        <Button onClick={onClose}>
          {isKept
            ? "Close, and send it later"
            : "Close, and keep the page open"}
        </Button>
        <Button look="text" onClick={() => void sendWaiting({ now: true })}>
          Try now
        </Button>
        <Button
          look="text"
          onClick={() => void keepAsFile(entry.submissionId, email)}
        >
          Keep it as a file
        </Button>
      </div>
    </>
  );
}

const COUNTS = [
  "One picture is",
  "Two pictures are",
  "Three pictures are",
  "Four pictures are",
  "All pictures are",
];

/** @param there how many pictures have arrived */
const describeThere = (there: number) =>
  there === 0
    ? "Nothing is sent twice."
    : `${COUNTS[there - 1]} there already; nothing is sent twice.`;
