import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import { SteppingStones } from "./stepping-stones.tsx";
import { countOriginals, describeTimeLeft, formatPercent } from "./words.ts";
import { Button } from "#app/components/ui/button.tsx";

/** The site answers a find within a second or two. */
const SLOW_MS = 10_000;

/** Whether the site has had everything for long, and has not answered. */
function useIsSlow(isAllThere: boolean) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isAllThere) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isAllThere]);
  return isSlow;
}

interface Props {
  entry: QueueEntry;
  /** Lets the find go on by itself while the visitor does something else. */
  onLeave: () => void;
}

/** A find on its way to the site. */
export function SendingView({ entry, onLeave }: Props) {
  const { t, i18n } = useLingui();
  const { pictures, part, secondsLeft, isKept } = entry;
  const percent = formatPercent(i18n, part);
  const hasOriginals = countOriginals(pictures).total > 0;
  const isSlow = useIsSlow(pictures.every(({ part }) => part === 1));
  return (
    <>
      <SteppingStones entry={entry} />
      <div className="sending-track stack soft">
        <progress
          className="bar"
          max={100}
          value={isKept ? Math.floor(part * 100) : undefined}
          aria-label={t`Sent of the find`}
        />
        <p>
          {isKept && (
            <span>
              <Trans>{percent} is there</Trans>
            </span>
          )}
          {isSlow ? (
            <span role="status">
              <Trans>It takes longer than usual</Trans>
            </span>
          ) : (
            secondsLeft !== undefined && (
              <span>{describeTimeLeft(i18n, secondsLeft)}</span>
            )
          )}
        </p>
      </div>
      <p className="sending-hint soft">
        {hasOriginals && (
          <span>
            <Trans>
              Small copies go first, so that your find is safe soon. The full
              pictures follow by themselves.
            </Trans>{" "}
          </span>
        )}
        <span>
          {isKept
            ? t`You can leave. We’ll finish sending the next time you open this site.`
            : t`This browser can’t keep your find. Please keep this page open.`}
        </span>
      </p>
      {isKept && (
        <Button look="text" onClick={onLeave}>
          <Trans>Continue in the background</Trans>
        </Button>
      )}
    </>
  );
}
