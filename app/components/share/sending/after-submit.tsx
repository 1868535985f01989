import { useEffect, useRef } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { RockStone } from "#app/components/rocks/rock-stone.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type {
  QueueEntry,
  Refused,
} from "#app/components/share/queue/send-queue.ts";
import { KeptDialog } from "./kept-dialog.tsx";
import { SendingView } from "./sending-view.tsx";
import { SubmitFailedDialog } from "./submit-failed-dialog.tsx";
import { ThankYou } from "./thank-you.tsx";
import { WaitingView } from "./waiting-view.tsx";
import { describeSending } from "./words.ts";
import "./sending.css";

export interface AfterSubmitProps {
  /** The find that was submitted. Absent before that, and once its dialogs are closed. */
  entry: QueueEntry | undefined;
  /** Why it was not taken. */
  refused: Refused | undefined;
  /** The visitor keeps a find that failed, to send it later. */
  isKeptForLater: boolean;
  site: SiteNames;
  isModerated: boolean;
  /** Closes the dialogs and the form. The queue goes on with the find. */
  onClose: () => void;
  /** The same, and leads to the list of finds on the page. */
  onOpenFinds: () => void;
  /** Leads back to the form, with what was entered. */
  onBack: () => void;
  onKeepForLater: () => void;
}

/** The dialogs that follow Submit: sending, waiting, 'Thank You!' and 'Submit Failed'. Loaded when the form opens. */
export function AfterSubmit({
  entry,
  refused,
  isKeptForLater,
  site,
  isModerated,
  onClose,
  onOpenFinds,
  onBack,
  onKeepForLater,
}: AfterSubmitProps) {
  if (!entry) return null;
  if (isKeptForLater) return <KeptDialog entry={entry} onClose={onClose} />;
  if (refused)
    return (
      <SubmitFailedDialog
        onClose={onBack}
        onQueue={onKeepForLater}
        email={site.contact_email}
        reason={refused.reason}
      />
    );
  return (
    <OnItsWay
      entry={entry}
      site={site}
      isModerated={isModerated}
      onClose={onClose}
      onOpenFinds={onOpenFinds}
    />
  );
}

/** One dialog for all that goes well, so that it doesn't open anew with each state. */
function OnItsWay({
  entry,
  site,
  isModerated,
  onClose,
  onOpenFinds,
}: Pick<
  AfterSubmitProps,
  "site" | "isModerated" | "onClose" | "onOpenFinds"
> & { entry: QueueEntry }) {
  const { state, fields } = entry;
  const isSent = state === "sent";
  const rock = useRockSummary(fields.rockNumber ?? "");
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        isSent
          ? "Thank You!"
          : state === "waiting"
            ? "Waiting for a connection"
            : describeSending(entry)
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
          <ThankYou
            entry={entry}
            site={site}
            isModerated={isModerated}
            onClose={onClose}
            onOpenFinds={onOpenFinds}
          />
        ) : state === "waiting" ? (
          <WaitingView
            entry={entry}
            email={site.contact_email}
            onClose={onClose}
          />
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
