import { Trans, useLingui } from "@lingui/react/macro";
import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Button } from "#app/components/ui/button.tsx";
import { formatDay } from "#app/components/language/days.ts";
import {
  finderPageAddress,
  type FindToSend,
} from "#app/components/share/queue/find-store.ts";
import {
  getQueuedFind,
  removeFromQueue,
  sendWaiting,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { Thumbnail } from "#app/components/share/sending/thumbnail.tsx";
import type { ListedFind } from "./list-finds.ts";
import {
  describeNextOriginal,
  describeSafety,
  describeSendingInList,
} from "#app/components/share/sending/words.ts";
import { sayReason } from "#app/components/share/sending/reasons.ts";
import {
  AlertIcon,
  CheckIcon,
  ClockIcon,
  SaveIcon,
  UpIcon,
} from "#app/components/ui/more-icons.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

interface Props {
  find: ListedFind;
  /** The site has not answered yet how the find is doing. */
  isAsking: boolean;
  /** Called with a refused find that the visitor wants to correct. */
  onEdit: (find: FindToSend) => void;
}

export function FindRow({ find, isAsking, onEdit }: Props) {
  const { t, i18n } = useLingui();
  const { rockNumber, location, day, entry, sent } = find;
  const name = rockNumber === 0 ? t`A rock` : t`Rock ${rockNumber}`;
  const { tone, icon, label, sentence } = sent
    ? describeSent(i18n, find, isAsking)
    : describeQueued(i18n, entry!);
  return (
    <li>
      <span className="find-picture frame">
        {sent?.picture ? (
          <img src={sent.picture} alt="" />
        ) : (
          <Thumbnail blob={entry?.pictures[0]?.thumbnail} />
        )}
      </span>
      <div className="find-name">
        {sent ? (
          <a href={finderPageAddress(sent.uuid, sent.findKey)}>{name}</a>
        ) : (
          <b>{name}</b>
        )}
        <span className="soft">
          <bdi>{location}</bdi>
          {location && day && <span>, </span>}
          {day && <span>{formatDay(i18n, day)}</span>}
        </span>
      </div>
      <p
        className="find-pill"
        data-tone={tone}
        aria-live="polite"
        aria-atomic="true"
      >
        <span className="sr">{`${name}: `}</span>
        {icon}
        <span>{label}</span>
      </p>
      {sentence && <p className="find-sentence soft">{sentence}</p>}
      {entry && !sent && <QueueActions entry={entry} onEdit={onEdit} />}
    </li>
  );
}

function QueueActions({
  entry: { submissionId, state },
  onEdit,
}: { entry: QueueEntry } & Pick<Props, "onEdit">) {
  const { t } = useLingui();

  async function openInForm() {
    const find = await getQueuedFind(submissionId);
    if (find) onEdit(find);
    await removeFromQueue(submissionId);
  }

  function remove() {
    if (window.confirm(t`Remove this find? It has not been sent.`))
      void removeFromQueue(submissionId);
  }

  return (
    <div className="find-actions wrap">
      {state === "refused" && (
        <Button look="text" onClick={() => void openInForm()}>
          <Trans>Open in the form</Trans>
        </Button>
      )}
      {state === "waiting" && (
        <Button look="text" onClick={() => void sendWaiting({ now: true })}>
          <Trans>Send now</Trans>
        </Button>
      )}
      {state !== "sending" && (
        <Button look="text" onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  );
}

interface FindStatus {
  tone: "good" | "waits" | "still" | "bad";
  icon: Elements;
  /** One or two words. */
  label: string;
  sentence?: string;
}

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
      ? `${sayReason(i18n, entry.failure.reason) || t(i18n)`The site can’t take it just now.`} ${t(i18n)`We try again by ourselves.`}`
      : `${describeSafety(i18n, entry)} ${t(i18n)`It goes on by itself when there is a signal.`}`,
  };
}

function describeSent(
  i18n: I18n,
  { sent, state, entry }: ListedFind,
  isAsking: boolean,
): FindStatus {
  const follows = (entry && describeNextOriginal(i18n, entry)) ?? "";
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
  const [label, sentence] = sent?.wasShown
    ? [
        t(i18n)({ message: "Hidden again", context: "state of a find" }),
        t(i18n)`Somebody looks at it again first.`,
      ]
    : [
        t(i18n)({ message: "Waiting", context: "state of a find" }),
        t(i18n)`Somebody looks at it first.`,
      ];
  return {
    tone: "waits",
    icon: <ClockIcon />,
    label,
    sentence: `${sentence} ${follows}`.trim(),
  };
}
