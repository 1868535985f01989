import {
  addDeviceFind,
  toDeviceFind,
} from "#app/components/share/queue/device-finds.ts";
import { keepPicture } from "#app/components/share/queue/find-picture.ts";
import type { FindToSend, QueuedFind } from "./find-store.ts";
import { createMemoryFinds, keptFinds, type FindStore } from "./find-stores.ts";
import { noteUse } from "./has-finds.ts";
import { inOneTab } from "./in-one-tab.ts";
import { openChannel, type QueueMessage, type Tell } from "./queue-channel.ts";
import { createSender } from "./queue-sender.ts";
import { getThumbnail, toEntry, type QueueEntry } from "./queue-entry.ts";
import { isComplete } from "./queued-find.ts";
import { withRefusals } from "./refused-pictures.ts";
import { askToKeep, readSafeUntil } from "./safe-until.ts";
import type { SendStatus } from "#app/components/share/transport/send-finds.ts";

/** The finds that wait on the visitor's device, or are being sent from it. */

export type { Refused } from "./find-store.ts";
export type { QueuedPicture, QueueEntry } from "./queue-entry.ts";

/** Milliseconds that a find stays listed after it was sent. */
const LISTED_MS = 24 * 3_600_000;
const NONE: QueueEntry[] = [];

const memoryFinds = createMemoryFinds();
let entries = NONE;
/** What is being sent from this device, and what from this tab's memory. */
const statuses: { kept: SendStatus; memory: SendStatus } = {
  kept: {},
  memory: {},
};
let tell: Tell = () => {};
let isStarted = false;
const listeners = new Set<() => void>();

const sendKept = createSender(
  keptFinds,
  (status) => {
    statuses.kept = status;
    tell({ status });
    void refresh();
  },
  inOneTab,
);

const sendFromMemory = createSender(
  memoryFinds,
  (status) => {
    statuses.memory = status;
    void refresh();
  },
  (work) => work(new AbortController().signal),
);

/** Returns the same list until something changes. A find that was sent stays listed until it is removed, or for a day. */
export const readQueue = () => entries;

/** For rendering on the server. */
export const emptyQueue = () => NONE;

export function watchQueue(listener: () => void) {
  startQueue();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts to send waiting finds whenever there is a connection. Watching the queue starts it too. */
export function startQueue() {
  if (isStarted) return;
  isStarted = true;
  tell = openChannel(onMessage);
  window.addEventListener("online", () => void sendWaiting());
  window.addEventListener("offline", () => void refresh());
  window.addEventListener("beforeunload", askBeforeLoss);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void sendWaiting();
  });
  void releaseHeld().then(() => sendWaiting());
}

function onMessage({ status, wake }: QueueMessage) {
  if (status) statuses.kept = status;
  if (wake) void sendWaiting();
  else void refresh();
}

/** Keeps a find on the device and starts to send it. Where storage is refused, the find stays in this tab's memory. */
export async function addToQueue(find: FindToSend) {
  void askToKeep();
  noteUse();
  try {
    await keptFinds.add(find);
  } catch {
    await memoryFinds.add(find);
  }
  await hold(find.submissionId, false);
  startQueue();
  noteStart();
  tell({ wake: true });
  await sendWaiting();
}

/** Longer than a sender takes to begin. */
const START_MS = 8_000;

/** Until the senders say something, what was added counts as on its way. */
function noteStart() {
  for (const kind of ["kept", "memory"] as const)
    if (statuses[kind].submissionId === undefined)
      statuses[kind] = { isStarting: true };
  setTimeout(() => {
    for (const kind of ["kept", "memory"] as const)
      if (statuses[kind].isStarting) statuses[kind] = {};
    void refresh();
  }, START_MS);
}

/** Sends nothing of a find until it is added again, removed, or the visitor has everything sent. */
export const holdInQueue = (submissionId: string) => hold(submissionId, true);

async function hold(submissionId: string, isHeld: boolean) {
  const store = await storeOf(submissionId);
  await store.update(submissionId, (find) => ({ ...find, isHeld }));
}

/** The dialog that held a find has gone with its page. */
async function releaseHeld() {
  for (const { submissionId, isHeld } of await keptFinds.list().catch(() => []))
    if (isHeld) await hold(submissionId, false);
}

/** Returns a find as it was added, for example to open it in the form again. Nothing once its pictures are gone. */
export async function getQueuedFind(
  submissionId: string,
): Promise<FindToSend | undefined> {
  const store = await storeOf(submissionId);
  const find = (await store.list()).find(
    (find) => find.submissionId === submissionId,
  );
  if (!find) return undefined;
  const files = await Promise.all(
    find.pictures.map(async ({ name, type, description, blurs }, index) => {
      const file = await store.getFile(submissionId, index, "file");
      return (
        file && {
          file: new File([file], name, { type }),
          description,
          blurs,
        }
      );
    }),
  );
  const { findKey, fields, refused } = find;
  const pictures = withRefusals(
    files.filter((file) => file !== undefined),
    refused?.fields.images,
  );
  return { submissionId, findKey, fields, pictures };
}

export async function removeFromQueue(submissionId: string) {
  await (await storeOf(submissionId)).remove(submissionId);
  tell({});
  await refresh();
}

/**
 * Sends what waits, in one tab at a time. Doesn't wait until all is sent.
 * @param now the visitor asked for it, so no pause is kept and this tab takes over
 */
export async function sendWaiting({ now = false } = {}) {
  if (now) {
    for (const { submissionId } of entries)
      await (await storeOf(submissionId)).update(submissionId, skipPause);
    tell({ wake: true });
  }
  const { kept, inMemory } = await refresh();
  if (kept.some(isOpen)) {
    void sendKept(now);
    void sendInBackground();
  }
  if (inMemory.some(isOpen)) void sendFromMemory(now);
}

const skipPause = (find: QueuedFind): QueuedFind => ({
  ...find,
  notBefore: 0,
  isHeld: false,
});

const isOpen = (find: QueuedFind) =>
  !find.refused && !find.isHeld && !isComplete(find);

const storeOf = async (submissionId: string): Promise<FindStore> =>
  (await memoryFinds.list()).some((find) => find.submissionId === submissionId)
    ? memoryFinds
    : keptFinds;

interface BackgroundSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to go on when no page of the site is open. Few browsers can. */
async function sendInBackground() {
  const registration = (await navigator.serviceWorker?.getRegistration(
    "/share-your-rock",
  )) as BackgroundSync | undefined;
  await registration?.sync?.register("send-finds").catch(() => {});
}

function askBeforeLoss(event: BeforeUnloadEvent) {
  const isLost = ({ isKept, state, pictures }: QueueEntry) =>
    !isKept &&
    (state === "sending" ||
      state === "waiting" ||
      pictures.some(({ original }) => original === "waiting"));
  if (entries.some(isLost)) event.preventDefault();
}

interface StoredFinds {
  kept: QueuedFind[];
  inMemory: QueuedFind[];
}

let reading: Promise<unknown> = Promise.resolve();
let nextReading: Promise<StoredFinds> | undefined;

/** Reads the stored finds again, and tells the listeners. Calls during a reading share the next one. */
const refresh = () =>
  (nextReading ??= reading.then(() => {
    nextReading = undefined;
    const finds = read();
    reading = finds;
    return finds;
  }));

async function read(): Promise<StoredFinds> {
  const kept = await keptFinds.list().catch(() => []);
  const inMemory = await memoryFinds.list();
  const safeUntil = await readSafeUntil();
  await listAsSent(keptFinds, kept);
  await listAsSent(memoryFinds, inMemory);
  const next = await Promise.all([
    ...kept.map((find) =>
      toEntry(find, {
        store: keptFinds,
        status: statuses.kept,
        isKept: true,
        safeUntil,
      }),
    ),
    ...inMemory.map((find) =>
      toEntry(find, {
        store: memoryFinds,
        status: statuses.memory,
        isKept: false,
      }),
    ),
  ]);
  entries = next.length > 0 ? next : NONE;
  for (const listener of listeners) listener();
  return { kept, inMemory };
}

/** Puts finds that were sent on the list of this device's finds, and removes those that were listed long enough. */
async function listAsSent(store: FindStore, finds: QueuedFind[]) {
  for (const find of finds)
    if (find.uuid && !find.isListed) {
      addDeviceFind(toDeviceFind(find, find.uuid));
      const picture = await getThumbnail(store, find, find.pictures[0]!, 0);
      if (picture) await keepPicture(find.uuid, picture);
      await store
        .update(find.submissionId, (find) => ({ ...find, isListed: true }))
        .catch(() => {});
    } else if (isComplete(find) && find.keptAt < Date.now() - LISTED_MS)
      await store.remove(find.submissionId).catch(() => {});
}
