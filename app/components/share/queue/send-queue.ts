import { useSyncExternalStore } from "react";
import type {
  QueueMessage,
  SendStatus,
} from "#app/components/share/transport/send-finds.ts";
import { addDeviceFind } from "./device-finds.ts";
import {
  countBytes,
  isComplete,
  isDone,
  keptFinds,
  partOf,
  SEND_QUEUE,
  type FindToSend,
  type QueuedFind,
  type Refused,
} from "./find-store.ts";
import { withRefusals } from "./refused-pictures.ts";
import { newUuid } from "#app/components/visitor/new-uuid.ts";
import { createCanvas, decode, isFaithful } from "#app/components/ui/draw.ts";

export interface QueueEntry extends Pick<
  QueuedFind,
  "submissionId" | "findKey" | "fields" | "uuid" | "refused"
> {
  /** `sent`: the find is with the site; originals may still follow. */
  state: "sending" | "waiting" | "sent" | "refused";
  /** The reason that the last try failed although there is a connection. The queue tries again by itself. */
  failure?: Refused;
  pictures: QueuedPicture[];
  /** 0 to 1, of everything that has to arrive before the find; after that, of the originals. */
  part: number;
  /** Until the find, after that its last original, is with the site. Unknown at first. */
  secondsLeft?: number;
  /** The browser may delete the find after this time, milliseconds since 1970. Absent if it keeps it for good. */
  safeUntil?: number;
  /** False if the device refuses to keep the find, so that closing the page loses it. */
  isKept: boolean;
}

export interface QueuedPicture {
  name: string;
  /** The preview, or the file itself. Absent once a file without a preview is sent. */
  thumbnail?: Blob;
  part: number;
  original: "none" | "waiting" | "done";
}

const LISTED_MS = 24 * 3_600_000;
/** Safari deletes a site's stored data after seven days of use without a visit to the site. */
const WEBKIT_MS = 7 * 24 * 3_600_000;
const NONE: QueueEntry[] = [];

const queue = {
  entries: NONE,
  status: {} as SendStatus,
  /** To the other tabs and the service worker. Absent until the queue is used. */
  channel: undefined as BroadcastChannel | undefined,
  listeners: new Set<() => void>(),
  reading: Promise.resolve() as Promise<unknown>,
  nextReading: undefined as Promise<QueuedFind[]> | undefined,
  /** This page is the visit to the site. */
  openedAt: Date.now(),
};

const sendKept = createSender((status) => {
  queue.status = status;
  tell({ status });
  void refresh();
});

const tell = (message: QueueMessage) => queue.channel?.postMessage(message);

/** The queue of this device. A find that was sent stays listed until it is removed, or for a day. */
export const useQueue = () =>
  useSyncExternalStore(
    watchQueue,
    () => queue.entries,
    () => NONE,
  );

function watchQueue(listener: () => void) {
  startQueue();
  queue.listeners.add(listener);
  return () => void queue.listeners.delete(listener);
}

function startQueue() {
  if (queue.channel) return;
  queue.channel = new BroadcastChannel(SEND_QUEUE);
  queue.channel.onmessage = ({ data }) => onMessage(data as QueueMessage);
  window.addEventListener("online", () => void sendWaiting());
  window.addEventListener("offline", () => void refresh());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void sendWaiting();
  });
  void releaseHeld().then(() => sendWaiting());
}

function onMessage({ status, wake }: QueueMessage) {
  if (status) queue.status = status;
  if (wake) void sendWaiting();
  else void refresh();
}

/** Keeps a find on the device and starts to send it. Returns whether the device keeps it. */
export async function addToQueue(find: FindToSend) {
  void askToKeep();
  try {
    await keptFinds.add(find);
  } catch {
    return false;
  }
  await hold(find.submissionId, false);
  startQueue();
  noteStart();
  tell({ wake: true });
  await sendWaiting();
  return true;
}

const askToKeep = () => navigator.storage?.persist?.().catch(() => false);

/** Longer than a sender takes to begin. */
const START_MS = 8_000;

/** Until the sender says something, what was added counts as on its way. */
function noteStart() {
  if (queue.status.submissionId === undefined)
    queue.status = { isStarting: true };
  setTimeout(() => {
    if (queue.status.isStarting) queue.status = {};
    void refresh();
  }, START_MS);
}

/** Sends nothing of a find until it is added again or removed, or the visitor sends everything. */
export const holdInQueue = (submissionId: string) => hold(submissionId, true);

const hold = (submissionId: string, isHeld: boolean) =>
  keptFinds.update(submissionId, (find) => ({ ...find, isHeld }));

/** The dialog that held a find has gone with its page. */
async function releaseHeld() {
  for (const { submissionId, isHeld } of await keptFinds.list().catch(() => []))
    if (isHeld) await hold(submissionId, false);
}

/** Returns a find as it was added, for example to open it in the form again. Nothing once its pictures are gone. */
export async function getQueuedFind(
  submissionId: string,
): Promise<FindToSend | undefined> {
  const find = (await keptFinds.list()).find(
    (find) => find.submissionId === submissionId,
  );
  if (!find) return undefined;
  const files = await Promise.all(
    find.pictures.map(async ({ name, type }, index) => {
      const blob = await keptFinds.getFile(submissionId, index, "file");
      return blob && new File([blob], name, { type });
    }),
  );
  const { findKey, fields, refused } = find;
  const pictures = find.pictures.flatMap(
    ({ description, blurs, isUnsearched }, index) => {
      const file = files[index];
      return file ? [{ file, description, blurs, isUnsearched }] : [];
    },
  );
  const lost = find.pictures
    .filter((_picture, index) => !files[index])
    .map(({ description = "", blurs, isUnsearched, first, original }) => ({
      key: newUuid(),
      bytes: (original ?? first)?.bytes ?? 0,
      description,
      blurs,
      isUnsearched,
    }));
  return {
    submissionId,
    findKey,
    fields,
    pictures: withRefusals(pictures, refused?.fields.images),
    lost,
  };
}

export async function removeFromQueue(submissionId: string) {
  await keptFinds.remove(submissionId);
  tell({});
  await refresh();
}

/** Sends the finds that wait, in one tab at a time. @param now the visitor asked: no pause is kept, and this tab takes over */
export async function sendWaiting({ now = false } = {}) {
  if (now) {
    for (const { submissionId } of queue.entries)
      await hold(submissionId, false);
    tell({ wake: true });
  }
  if ((await refresh()).some(isOpen)) {
    void sendKept(now);
    void sendInBackground();
  }
}

const isOpen = (find: QueuedFind) =>
  !find.refused && !find.isHeld && !isComplete(find);

interface BackgroundSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to go on when no page of the site is open. Few browsers can. */
async function sendInBackground() {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | BackgroundSync
    | undefined;
  await registration?.sync?.register("send-finds").catch(() => {});
}

/** Reads the stored finds again, and tells the listeners. Calls during a reading share the next one. */
const refresh = () =>
  (queue.nextReading ??= queue.reading.then(() => {
    queue.nextReading = undefined;
    const finds = read();
    queue.reading = finds;
    return finds;
  }));

async function read() {
  const finds = await keptFinds.list().catch((): QueuedFind[] => []);
  const safeUntil = await readSafeUntil();
  await listAsSent(finds);
  const next = await Promise.all(finds.map((find) => toEntry(find, safeUntil)));
  queue.entries = next.length > 0 ? next : NONE;
  for (const listener of queue.listeners) listener();
  return finds;
}

/** The time at which the browser may delete the stored finds, milliseconds since 1970; undefined if it never does. */
async function readSafeUntil() {
  if (!navigator.vendor.startsWith("Apple")) return undefined;
  const isPersisted = await navigator.storage?.persisted?.().catch(() => false);
  return isPersisted ? undefined : queue.openedAt + WEBKIT_MS;
}

/** Puts finds that were sent on the list of this device's finds, and removes those that were listed long enough. */
async function listAsSent(finds: QueuedFind[]) {
  for (const find of finds)
    if (find.uuid && !find.isListed) {
      const first = await readThumbnail(find, 0);
      const picture = first && (await shrink(first).catch(() => undefined));
      addDeviceFind(find, find.uuid, picture);
      await keptFinds
        .update(find.submissionId, (find) => ({ ...find, isListed: true }))
        .catch(() => {});
    } else if (isComplete(find) && find.keptAt < Date.now() - LISTED_MS)
      await keptFinds.remove(find.submissionId).catch(() => {});
}

async function toEntry(
  find: QueuedFind,
  safeUntil: number | undefined,
): Promise<QueueEntry> {
  const { submissionId, uuid, refused } = find;
  const { isStarting, submissionId: sending, failure, rate } = queue.status;
  // Behind another find it is on its way too.
  const isSending = (isStarting || sending !== undefined) && navigator.onLine;
  const count = countBytes(find);
  return {
    ...find,
    state: uuid
      ? "sent"
      : refused
        ? "refused"
        : isSending
          ? "sending"
          : "waiting",
    failure: failure?.submissionId === submissionId ? failure : undefined,
    pictures: await Promise.all(
      find.pictures.map(async (picture, index): Promise<QueuedPicture> => {
        const { name, first, original } = picture;
        return {
          name,
          thumbnail: await readThumbnail(find, index),
          part: first ? partOf({ sent: first.offset, all: first.bytes }) : 0,
          original: !original ? "none" : isDone(original) ? "done" : "waiting",
        };
      }),
    ),
    part: partOf(count),
    secondsLeft: rate && (count.all - count.sent) / rate / 1000,
    safeUntil,
    isKept: true,
  };
}

const readThumbnail = ({ submissionId, pictures }: QueuedFind, index: number) =>
  keptFinds
    .getFile(
      submissionId,
      index,
      pictures[index]!.first?.isPreview ? "preview" : "file",
    )
    .catch(() => undefined);

/** Pixels: twice what the list shows. */
const WIDTH = 128;
const HEIGHT = 116;

/** Makes a data URL for the list of finds; none if a canvas gives noise. @throws if the browser can't decode the picture */
async function shrink(picture: Blob) {
  if (!(await isFaithful())) return undefined;
  const source = await decode(picture);
  const scale = Math.max(WIDTH / source.width, HEIGHT / source.height);
  const [width, height] = [source.width * scale, source.height * scale];
  const { context } = createCanvas(WIDTH, HEIGHT);
  context.imageSmoothingQuality = "high";
  const corner = [(WIDTH - width) / 2, (HEIGHT - height) / 2] as const;
  context.drawImage(source, ...corner, width, height);
  source.close();
  return context.canvas.toDataURL("image/jpeg", 0.75);
}

/** After an error of the browser itself, for example when its storage fails. */
const RETRY_MS = 60_000;

function createSender(report: (status: SendStatus) => void) {
  let isInLine = false;
  let isOurTurn = false;
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      endPause = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });

  async function work(signal: AbortSignal) {
    isInLine = false;
    isOurTurn = true;
    signal.addEventListener("abort", () => endPause());
    try {
      const { sendFinds } =
        await import("#app/components/share/transport/send-finds.ts");
      await sendFinds({ store: keptFinds, signal, report, pause });
    } finally {
      isOurTurn = false;
    }
  }

  /** Sends all that waits. A pause after a failure ends. @param now takes over from another tab too */
  return async function send(now: boolean) {
    endPause();
    const steal = now && !isOurTurn;
    // What is in line sees the newest finds when its turn comes.
    if (isInLine && !steal) return;
    isInLine = true;
    const stop = new AbortController();
    try {
      await inTurn({ steal }, () => work(stop.signal));
    } catch {
      // Another tab took over, or the browser failed. Either way there may be something left to do.
      setTimeout(() => void send(false), RETRY_MS);
    } finally {
      stop.abort();
    }
  };
}

let lastInTurn: Promise<unknown> = Promise.resolve();

/** Browsers have locks on secure pages only. Elsewhere two tabs may send, and the site takes each find once. */
const inTurn = (options: { steal: boolean }, work: () => Promise<void>) =>
  "locks" in navigator
    ? navigator.locks.request(SEND_QUEUE, options, work)
    : (lastInTurn = lastInTurn.then(work, work));
