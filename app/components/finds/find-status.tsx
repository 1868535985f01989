import type { ReactNode } from "react";
import {
  describeNextOriginal,
  describeSafety,
  describeSending,
  percent,
} from "#app/components/share/sending/words.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import {
  AlertIcon,
  CheckIcon,
  ClockIcon,
  SaveIcon,
  UpIcon,
} from "#app/components/ui/icons.tsx";
import type { ListedFind } from "./list-finds.ts";

export interface FindStatus {
  tone: "good" | "waits" | "still" | "bad";
  icon: ReactNode;
  /** One or two words. */
  label: string;
  sentence?: string;
}

/** Says how a find is doing. @param isAsking the site has not answered yet */
export const describeStatus = (
  find: ListedFind,
  isAsking: boolean,
): FindStatus =>
  find.sent ? describeSent(find, isAsking) : describeQueued(find.entry!);

function describeQueued(entry: QueueEntry): FindStatus {
  if (entry.refused)
    return {
      tone: "bad",
      icon: <AlertIcon />,
      label: "Not accepted",
      sentence: entry.refused.reason,
    };
  if (entry.state === "sending")
    return {
      tone: "good",
      icon: <UpIcon />,
      label: "Sending",
      sentence: `${describeSending(entry)}. ${percent(entry.part)} is there.`,
    };
  return {
    tone: "still",
    icon: <SaveIcon />,
    label: entry.isKept ? "On this device" : "Only on this page",
    sentence: entry.failure
      ? `${entry.failure.reason || "The site can’t take it just now."} We try again by ourselves.`
      : `${describeSafety(entry)} It goes on by itself when there is a signal.`,
  };
}

function describeSent(
  { sent, state, entry }: ListedFind,
  isAsking: boolean,
): FindStatus {
  const original = entry && describeNextOriginal(entry);
  const follows = original && `The full pictures follow: ${original}.`;
  if (!state)
    return {
      tone: "still",
      icon: isAsking ? <ClockIcon /> : <CheckIcon />,
      label: isAsking ? "Asking" : "Sent",
      sentence: follows,
    };
  if (state.show)
    return {
      tone: "good",
      icon: <CheckIcon />,
      label: "Shown",
      sentence: follows,
    };
  return {
    tone: "waits",
    icon: <ClockIcon />,
    label: sent?.wasShown ? "Hidden again" : "Waiting",
    sentence: [
      sent?.wasShown
        ? "Somebody looks at it again first."
        : "Somebody looks at it first.",
      follows,
    ]
      .filter(Boolean)
      .join(" "),
  };
}
