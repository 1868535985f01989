import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import { SendingView } from "./sending-view.tsx";
import { ThankYou, type AfterSubmitProps } from "./thank-you.tsx";
import type { Submission } from "./use-submission.ts";
import { WaitingView } from "./waiting-view.tsx";
import { describeSafety, describeSending } from "./words.ts";
import "./sending.css";

/** The dialogs that follow Submit: sending, waiting, 'Thank You!' and 'Submit Failed'. Loaded when the form opens. */
export function AfterSubmit({
  submission: { entry, refused, isKeptForLater, backToForm, keepForLater },
  ...props
}: AfterSubmitProps & { submission: Submission }) {
  if (!entry) return null;
  if (isKeptForLater)
    return <KeptDialog entry={entry} onClose={props.onClose} />;
  if (refused)
    return (
      <SubmitFailedDialog
        onClose={backToForm}
        onQueue={entry.isKept ? keepForLater : undefined}
        email={props.site.contact_email}
        reason={refused.reason}
      />
    );
  return <OnItsWay entry={entry} {...props} />;
}

/** One dialog for all that goes well, so that it doesn't open anew with each state. */
function OnItsWay(props: AfterSubmitProps & { entry: QueueEntry }) {
  const { t, i18n } = useLingui();
  const { entry, onClose } = props;
  const { state, fields } = entry;
  const isSent = state === "sent";
  const rock = useRockSummary(fields.rockNumber ?? "");
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        isSent
          ? t`Thank You!`
          : state === "waiting"
            ? t`Waiting for a connection`
            : describeSending(i18n, entry)
      }
      centred
      picture={
        isSent && (
          <RockStone
            rockNumber={Number(fields.rockNumber)}
            pin={rock?.pin}
            size={128}
          />
        )
      }
      busy={state === "sending"}
      locked={state === "sending"}
    >
      <HeadingFocus key={state} />
      <div className="sending stack">
        {isSent ? (
          <ThankYou {...props} />
        ) : state === "waiting" ? (
          <WaitingView entry={entry} onClose={onClose} />
        ) : (
          <SendingView entry={entry} onLeave={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** Moves the focus to the dialog's heading when the state changes, because the pressed button is gone by then. */
function HeadingFocus() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(
    () => here.current!.closest("dialog")!.querySelector("h2")!.focus(),
    [],
  );
  return <span ref={here} hidden />;
}

function KeptDialog({
  entry,
  onClose,
}: {
  entry: QueueEntry;
  onClose: () => void;
}) {
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

interface FailedProps {
  onClose: () => void;
  /** Keeps the find on this device, to be sent later; absent if the device refuses. */
  onQueue?: () => void;
  email: string;
  /** The server's own sentence. May be empty. */
  reason: string;
}

function SubmitFailedDialog({ onClose, onQueue, email, reason }: FailedProps) {
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
        {onQueue && (
          <Button look="quiet" onClick={onQueue}>
            <Trans>Keep it and send it later</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  );
}
