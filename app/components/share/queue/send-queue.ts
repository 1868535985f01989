import {
  addDeviceFind,
  toDeviceFind,
} from "#app/components/finds/device-finds.ts";
import { keepPicture } from "#app/components/finds/find-picture.ts";
import type {
  FindToSend,
  QueuedFind,
  StoredPicture,
  Refused,
} from "./find-store.ts";
import { createMemoryFinds, keptFinds, type FindStore } from "./find-stores.ts";
import { noteUse } from "./has-finds.ts";
import { inOneTab } from "./in-one-tab.ts";
import { openChannel, type QueueMessage, type Tell } from "./queue-channel.ts";
import { createSender } from "./queue-sender.ts";
import { countBytes, isComplete, isDone, partOf } from "./queued-find.ts";
import { askToKeep, readSafeUntil } from "./safe-until.ts";
import type { SendStatus } from "./send-finds.ts";

/** The finds that wait on the visitor's device, or are being sent from it. */

export type { Refused } from "./find-store.ts";

export interface QueueEntry {
  submissionId: string;
  findKey: string;
  /** Text fields by their names in the server's form. */
  fields: Record<string, string>;
  /** `sent`: the find is with the site; originals may still follow. */
  state: "sending" | "waiting" | "sent" | "refused";
  /** The find's id on the site, once it is sent. */
  uuid?: string;
  /** Why the site refused the find. */
  refused?: Refused;
  /** Why the last try failed although there is a connection. The queue tries again by itself. */
  failure?: Refused;
  pictures: QueuedPicture[];
  /** 0 to 1, of everything that has to arrive before the find; after that, of the originals. */
  part: number;
  /** Until the find, after that its last original, is with the site. Unknown at first. */
  secondsLeft?: number;
  /** The browser may delete the find after this time, milliseconds since 1970. Absent if it keeps it for good. */
  safeUntil?: number;
  /** False if the find is only in this tab's memory, so that closing the tab loses it. */
  isKept: boolean;
}

export interface QueuedPicture {
  name: string;
  /** The preview, or the file itself. Absent once a file without a preview is sent. */
  thumbnail?: Blob;
  /** 0 to 1, of what has to arrive before the find. */
  part: number;
  original: "none" | "waiting" | "done";
}

/** A find that is sent stays listed for so long; milliseconds. */
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
  void sendWaiting();
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
  startQueue();
  tell({ wake: true });
  await sendWaiting();
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
    find.pictures.map(async ({ name, type }, index) => {
      const file = await store.getFile(submissionId, index, "file");
      return file && { file: new File([file], name, { type }) };
    }),
  );
  const { findKey, fields } = find;
  const pictures = files.filter((file) => file !== undefined);
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

const skipPause = (find: QueuedFind): QueuedFind => ({ ...find, notBefore: 0 });

const isOpen = (find: QueuedFind) => !find.refused && !isComplete(find);

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
    ...kept.map((find) => toEntry(find, keptFinds, { safeUntil })),
    ...inMemory.map((find) => toEntry(find, memoryFinds, {})),
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

async function toEntry(
  find: QueuedFind,
  store: FindStore,
  { safeUntil }: { safeUntil?: number },
): Promise<QueueEntry> {
  const { submissionId, findKey, fields, uuid, refused } = find;
  const isKept = store === keptFinds;
  const status = isKept ? statuses.kept : statuses.memory;
  const isSending = status.submissionId === submissionId && navigator.onLine;
  const count = countBytes(find);
  return {
    submissionId,
    findKey,
    fields,
    state: uuid
      ? "sent"
      : refused
        ? "refused"
        : isSending
          ? "sending"
          : "waiting",
    uuid,
    refused,
    failure:
      status.failure?.submissionId === submissionId
        ? status.failure
        : undefined,
    pictures: await Promise.all(
      find.pictures.map(async (picture, index) => ({
        name: picture.name,
        thumbnail: await getThumbnail(store, find, picture, index),
        part: picture.first
          ? partOf({ sent: picture.first.offset, all: picture.first.bytes })
          : 0,
        original: !picture.original
          ? ("none" as const)
          : isDone(picture.original)
            ? ("done" as const)
            : ("waiting" as const),
      })),
    ),
    part: partOf(count),
    secondsLeft: status.rate && (count.all - count.sent) / status.rate / 1000,
    safeUntil,
    isKept,
  };
}

const thumbnails = new Map<string, Blob>();

/** Returns the same blob each time, so that a list doesn't load the picture again. */
async function getThumbnail(
  store: FindStore,
  { submissionId }: QueuedFind,
  { first }: StoredPicture,
  index: number,
) {
  const kind = first?.isPreview ? "preview" : "file";
  const key = [submissionId, index, kind].join("/");
  const thumbnail =
    thumbnails.get(key) ??
    (await store.getFile(submissionId, index, kind).catch(() => undefined));
  if (thumbnail) thumbnails.set(key, thumbnail);
  return thumbnail;
}
