import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#app/components/ui/button.tsx";
import { SaveIcon } from "#app/components/ui/more-icons.tsx";
import {
  sendWaiting,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { SteppingStones } from "./stepping-stones.tsx";
import { describeSafety } from "./words.ts";

interface Props {
  entry: QueueEntry;
  onClose: () => void;
}

/** A find that can't go on without a connection. */
export function WaitingView({ entry, onClose }: Props) {
  const { t, i18n } = useLingui();
  const there = entry.pictures.filter(({ part }) => part === 1).length;
  return (
    <>
      <SteppingStones entry={entry} />
      <div className="sending-safe notice" role="status">
        <SaveIcon />
        <p>
          <b>{describeSafety(i18n, entry)}</b>{" "}
          <span>
            {t`It goes on by itself when there is a signal and this site is open.`}
          </span>{" "}
          <span>{i18n._(THERE[there]!)}</span>
        </p>
      </div>
      <div className="sending-choice">
        <Button onClick={onClose}>
          <Trans>Close, and send it later</Trans>
        </Button>
        <Button look="text" onClick={() => void sendWaiting({ now: true })}>
          <Trans>Try now</Trans>
        </Button>
      </div>
    </>
  );
}

/** By how many pictures have arrived. */
const THERE = [
  msg`Nothing is sent twice.`,
  msg`One picture is there already; nothing is sent twice.`,
  msg`Two pictures are there already; nothing is sent twice.`,
  msg`Three pictures are there already; nothing is sent twice.`,
  msg`Four pictures are there already; nothing is sent twice.`,
  msg`All pictures are there already; nothing is sent twice.`,
];
