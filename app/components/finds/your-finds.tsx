import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { FindState } from "#domain/finds/answers.ts";
import { read } from "#app/components/api/send.ts";
import { useIsOnline } from "#app/components/visitor/use-is-online.ts";
import type { FindToSend } from "#app/components/share/queue/find-store.ts";
import {
  getQueuedFind,
  removeFromQueue,
  sendWaiting,
  useQueue,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import {
  finderPageAddress,
  useDeviceFinds,
  type DeviceFind,
} from "../share/queue/device-finds.ts";
import { YOUR_FINDS } from "#app/components/visitor/form-at-hand.ts";
import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Button } from "#app/components/ui/button.tsx";
import { formatDay } from "#core/languages/format-day.ts";
import { Thumbnail } from "#app/components/share/sending/thumbnail.tsx";
import {
  describeOriginals,
  describeSafety,
  describeSending,
  formatPercent,
  sayReason,
} from "#app/components/share/sending/words.ts";
import {
  AlertIcon,
  CheckIcon,
  ClockIcon,
  SaveIcon,
  UpIcon,
} from "#app/components/ui/more-icons.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./your-finds.css";

interface Props {
  /** Called with a refused find that the visitor wants to correct. */
  onEdit: (find: FindToSend) => void;
}

export function goToYourFinds() {
  const heading = document.getElementById(YOUR_FINDS);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

export function YourFinds({ onEdit }: Props) {
  const entries = useQueue();
  const finds = useDeviceFinds();
  const { states, hasFailed } = useFindStates(finds);
  const listed = listFinds(entries, finds, states);
  const isEmpty = listed.length === 0;
  useGoToFindsOfAddress(isEmpty);
  if (isEmpty) return null;
  return (
    <section className="your-finds" aria-labelledby={YOUR_FINDS}>
      <h2 id={YOUR_FINDS} tabIndex={-1}>
        <Trans>Your finds on this device</Trans>
      </h2>
      {hasFailed && (
        <p className="soft" role="status">
          <Trans>We couldn’t ask how they are doing. You may be offline.</Trans>
        </p>
      )}
      <ul className="lined">
        {listed.map((find) => (
          <FindRow
            // Stays the same while the find is in the queue.
            key={find.entry?.submissionId ?? find.sent?.uuid}
            find={find}
            onEdit={onEdit}
          />
        ))}
      </ul>
      <p className="soft">
        <Trans>
          Only this device knows this list. Open a find to correct it or take it
          back.
        </Trans>
      </p>
    </section>
  );
}

/** Goes to the list if the address names it. After the page itself, which takes the focus when it is opened. */
function useGoToFindsOfAddress(isEmpty: boolean) {
  useEffect(() => {
    if (isEmpty || window.location.hash !== `#${YOUR_FINDS}`) return;
    const frame = requestAnimationFrame(goToYourFinds);
    return () => cancelAnimationFrame(frame);
  }, [isEmpty]);
}

/** By find; null if the site does not have the find. */
type FindStates = Map<string, FindState | null>;

/** Asks the site how these finds are doing, and again when there is a connection again. */
function useFindStates(finds: DeviceFind[]) {
  const [answer, setAnswer] = useState<{
    states: FindStates;
    hasFailed: boolean;
  }>({ states: new Map(), hasFailed: false });
  const isOnline = useIsOnline();
  const keys = JSON.stringify(
    finds.map(({ uuid, findKey }) => ({ uuid, find_key: findKey })),
  );

  useEffect(() => {
    if (keys === "[]") return;
    const left = new AbortController();
    const asked = JSON.parse(keys) as { uuid: string; find_key: string }[];
    read(
      "POST /api/finds/states",
      // The keys go in the body, so that they are in no log.
      { body: { finds: asked } },
      { signal: left.signal },
    ).then(
      (states) => {
        setAnswer({
          states: new Map(
            asked.map(({ uuid }) => [
              uuid,
              states.find((state) => state.uuid === uuid) ?? null,
            ]),
          ),
          hasFailed: false,
        });
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error("Error loading your finds", error);
        setAnswer(({ states }) => ({ states, hasFailed: true }));
      },
    );
    return () => left.abort();
  }, [keys, isOnline]);

  return answer;
}

/** A find that this device knows: from its queue, from its list of finds that were sent, or from both. */
interface ListedFind {
  entry?: QueueEntry;
  sent?: DeviceFind;
  /** The site's last answer about it; undefined until it has answered. */
  state?: FindState;
}

/** Lists finds that wait first, then those that were sent, newest first. Leaves out finds that the site no longer has. */
function listFinds(
  entries: QueueEntry[],
  finds: DeviceFind[],
  states: FindStates,
): ListedFind[] {
  // The queue and the list of sent finds learn one after the other that a find has arrived.
  const arrived = new Set(finds.map(({ findKey }) => findKey));
  const unsent = entries
    .filter(({ uuid, findKey }) => !uuid && !arrived.has(findKey))
    .map((entry) => ({ entry }))
    .reverse();
  const sent = finds
    .filter(({ uuid }) => states.get(uuid) !== null)
    .map((sent) => ({
      entry: entries.find(({ findKey }) => findKey === sent.findKey),
      sent,
      state: states.get(sent.uuid) ?? undefined,
    }));
  return [...unsent, ...sent];
}

function FindRow({ find, onEdit }: Props & { find: ListedFind }) {
  const { t, i18n } = useLingui();
  const { entry, sent, state } = find;
  const rockNumber =
    state?.rock_number ?? sent?.rockNumber ?? Number(entry?.fields.rockNumber);
  const location = sent ? sent.location : entry?.fields.location;
  const day = state?.date ?? entry?.fields.date;
  const name = rockNumber === 0 ? t`A rock` : t`Rock ${rockNumber}`;
  const { tone, icon, label, sentence } = sent
    ? describeSent(i18n, find)
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
          <a className="name" href={finderPageAddress(sent.uuid, sent.findKey)}>
            {name}
          </a>
        ) : (
          <b className="name">{name}</b>
        )}
        <span className="soft">
          <bdi>{location}</bdi>
          {location && day && <span>, </span>}
          {day && <span>{formatDay(i18n, day)}</span>}
        </span>
      </div>
      <p
        className="find-pill pill"
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
}: Props & { entry: QueueEntry }) {
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
    <div className="find-actions small wrap">
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
      sentence: `${describeSending(i18n, entry)} · ${formatPercent(i18n, entry.part)}`,
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

function describeSent(i18n: I18n, { state, entry }: ListedFind): FindStatus {
  const follows = entry ? describeOriginals(i18n, entry) : "";
  if (!state)
    return {
      tone: "still",
      icon: <CheckIcon />,
      label: t(i18n)({ message: "Sent", context: "state of a find" }),
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
    label: t(i18n)({ message: "Waiting", context: "state of a find" }),
    sentence: `${t(i18n)`Somebody looks at it first.`} ${follows}`.trim(),
  };
}
