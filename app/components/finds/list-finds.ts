import type { FindState } from "#domain/finds/answers.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";
import type { DeviceFind } from "../share/queue/device-finds.ts";
import type { FindStates } from "./use-find-states.ts";

/** A find that this device knows: from its queue, from its list of finds that were sent, or from both. */
export interface ListedFind {
  /** Stays the same while the find is in the queue. */
  key: string;
  rockNumber: number;
  location: string;
  /** YYYY-MM-DD, empty if unknown. */
  day: string;
  /** While it is in the queue. */
  entry?: QueueEntry;
  /** Once it is sent. */
  sent?: DeviceFind;
  /** The site's last answer about it; undefined until it has answered. */
  state?: FindState;
}

/** Lists finds that wait first, then those that were sent, newest first. Leaves out finds that the site no longer has. */
export function listFinds(
  entries: QueueEntry[],
  finds: DeviceFind[],
  states: FindStates,
): ListedFind[] {
  // The queue and the list of sent finds learn one after the other that a find has arrived.
  const arrived = new Set(finds.map(({ findKey }) => findKey));
  const unsent = entries
    .filter(({ uuid, findKey }) => !uuid && !arrived.has(findKey))
    .map((entry) => toListed({ entry }))
    .reverse();
  const sent = finds
    .filter(({ uuid }) => states.get(uuid) !== null)
    .map((sent) =>
      toListed({
        entry: entries.find(({ findKey }) => findKey === sent.findKey),
        sent,
        state: states.get(sent.uuid) ?? undefined,
      }),
    );
  return [...unsent, ...sent];
}

const toListed = (
  find: Pick<ListedFind, "entry" | "sent" | "state">,
): ListedFind => {
  const { entry, sent, state } = find;
  return {
    ...find,
    key: entry?.submissionId ?? sent!.uuid,
    rockNumber:
      state?.rock_number ??
      sent?.rockNumber ??
      Number(entry?.fields.rockNumber),
    location: (sent ? sent.location : entry?.fields.location) ?? "",
    day: state?.date ?? entry?.fields.date ?? "",
  };
};
