import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import {
  describeNextOriginal,
  describeSafety,
  describeSendingInList,
} from "#app/components/share/sending/words.ts";
import { sayReason } from "#app/components/share/sending/reasons.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import {
  AlertIcon,
  CheckIcon,
  ClockIcon,
  SaveIcon,
  UpIcon,
} from "#app/components/ui/more-icons.tsx";
import type { ListedFind } from "./list-finds.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";

export interface FindStatus {
  tone: "good" | "waits" | "still" | "bad";
  icon: Elements;
  /** One or two words. */
  label: string;
  sentence?: string;
}

/** Says how a find is doing. @param isAsking the site has not answered yet */
export const describeStatus = (
  i18n: I18n,
  find: ListedFind,
  isAsking: boolean,
): FindStatus =>
  find.sent
    ? describeSent(i18n, find, isAsking)
    : describeQueued(i18n, find.entry!);

function describeQueued(i18n: I18n, entry: QueueEntry): FindStatus {
  if (entry.refused)
    return {
      tone: "bad",
      icon: <AlertIcon />,
      label: t(i18n)({ message: "Not accepted", context: "state of a find" }),
      sentence: sayReason(i18n, entry.refused.reason),
    };
  if (entry.state === "sending")
    return {
      tone: "good",
      icon: <UpIcon />,
      label: t(i18n)({ message: "Sending", context: "state of a find" }),
      sentence: describeSendingInList(i18n, entry),
    };
  return {
    tone: "still",
    icon: <SaveIcon />,
    label: t(i18n)({ message: "On this device", context: "state of a find" }),
    sentence: entry.failure
      ? [
          sayReason(i18n, entry.failure.reason) ||
            t(i18n)`The site can’t take it just now.`,
          t(i18n)`We try again by ourselves.`,
        ].join(" ")
      : [
          describeSafety(i18n, entry),
          t(i18n)`It goes on by itself when there is a signal.`,
        ].join(" "),
  };
}

function describeSent(
  i18n: I18n,
  { sent, state, entry }: ListedFind,
  isAsking: boolean,
): FindStatus {
  const follows = entry && describeNextOriginal(i18n, entry);
  if (!state)
    return {
      tone: "still",
      icon: isAsking ? <ClockIcon /> : <CheckIcon />,
      label: isAsking
        ? t(i18n)({ message: "Asking", context: "state of a find" })
        : t(i18n)({ message: "Sent", context: "state of a find" }),
      sentence: follows,
    };
  if (state.show)
    return {
      tone: "good",
      icon: <CheckIcon />,
      label: t(i18n)({ message: "Shown", context: "state of a find" }),
      sentence: follows,
    };
  return {
    tone: "waits",
    icon: <ClockIcon />,
    label: sent?.wasShown
      ? t(i18n)({ message: "Hidden again", context: "state of a find" })
      : t(i18n)({ message: "Waiting", context: "state of a find" }),
    sentence: [
      sent?.wasShown
        ? t(i18n)`Somebody looks at it again first.`
        : t(i18n)`Somebody looks at it first.`,
      follows,
    ]
      .filter(Boolean)
      .join(" "),
  };
}
