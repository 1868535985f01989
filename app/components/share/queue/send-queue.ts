import {
  addDeviceFind,
  toDeviceFind,
} from "#app/components/finds/device-finds.ts";
import { UPLOAD_ADDRESS } from "#app/components/share/addresses.ts";
import { buildForm, readAnswer, type Refused } from "./post-find.ts";
import {
  deleteQueuedFind,
  saveQueuedFind,
  listQueuedFinds,
  type FindToSend,
  type QueuedFind,
} from "./find-store.ts";

/** Sends the finds that wait on the visitor's device. Only these are sent again without the visitor's doing. */

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
  /** The preview, or the file itself. Absent once both are sent. */
  thumbnail?: Blob;
  /** 0 to 1, of what has to arrive before the find. */
  part: number;
  original: "none" | "waiting" | "done";
}

const RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const NONE: QueueEntry[] = [];

let finds: QueuedFind[] = [];
let entries = NONE;
let isStarted = false;
const listeners = new Set<() => void>();

/** Returns the same list until something changes. A find that was sent stays listed until it is removed, or for a day. */
export const readQueue = () => entries;

/** For rendering on the server. */
export const emptyQueue = () => NONE;

export function watchQueue(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts to send waiting finds whenever there is a connection. */
export function startQueue() {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener("online", () => void sendWaiting());
  setInterval(() => void sendWaiting(), RETRY_MS);
  void sendWaiting();
}

/** Keeps a find on the device and starts to send it. Where storage is refused, the find stays in this tab's memory. */
export async function addToQueue(find: FindToSend) {
  await saveQueuedFind({ ...find, keptAt: Date.now(), notBefore: 0, tries: 0 });
  await refresh();
  void sendWaiting();
}

/** Returns a find as it was added, for example to open it in the form again. */
export const getQueuedFind = (
  submissionId: string,
): Promise<FindToSend | undefined> =>
  Promise.resolve(finds.find((find) => find.submissionId === submissionId));

export async function removeFromQueue(submissionId: string) {
  await deleteQueuedFind(submissionId);
  await refresh();
}

/** Sends what waits, in one tab at a time. @param now the visitor asked for it, so no pause between tries is kept */
export async function sendWaiting({ now = false } = {}) {
  if (!navigator.onLine) return;
  await inOneTab(async () => {
    await refresh();
    for (const find of finds)
      if (!find.sentAs && !find.refused)
        if (now || find.notBefore <= Date.now()) await send(find);
  });
  await refresh();
}

/** Sends no form time, because the find may have waited for days. */
async function send(find: QueuedFind) {
  let answer: Response;
  try {
    answer = await fetch(UPLOAD_ADDRESS, {
      method: "POST",
      body: buildForm(find),
    });
  } catch {
    return;
  }
  const { uuid, refused } = readAnswer(answer.status, await answer.text());
  const tries = find.tries + 1;
  if (uuid) {
    addDeviceFind(toDeviceFind(find, uuid));
    await saveQueuedFind({ ...find, pictures: [], sentAs: uuid });
  } else if ([408, 429].includes(answer.status) || answer.status >= 500)
    await saveQueuedFind({
      ...find,
      tries,
      notBefore:
        Date.now() + retryDelay(tries, answer.headers.get("Retry-After")),
    });
  else
    await saveQueuedFind({
      ...find,
      refused: refused?.reason || "The site didn't accept it.",
    });
  await refresh();
}

const retryDelay = (tries: number, retryAfter: string | null) =>
  Math.max(
    Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (tries - 1)),
    (Number(retryAfter) || 0) * 1000,
  );

async function refresh() {
  try {
    finds = await listQueuedFinds();
  } catch {
    return;
  }
  entries = finds.map(toEntry);
  for (const listener of listeners) listener();
}

const toEntry = (find: QueuedFind): QueueEntry => ({
  submissionId: find.submissionId,
  findKey: find.findKey,
  fields: find.fields,
  state: find.sentAs ? "sent" : find.refused ? "refused" : "waiting",
  uuid: find.sentAs,
  refused:
    find.refused === undefined
      ? undefined
      : { reason: find.refused, fields: {} },
  pictures: find.pictures.map(({ file, preview }) => ({
    name: file.name,
    thumbnail: preview?.blob ?? file,
    part: 0,
    original: "none",
  })),
  part: 0,
  isKept: true,
});

async function inOneTab(work: () => Promise<void>) {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(
    "send-queue",
    { ifAvailable: true },
    async (lock) => {
      if (lock) await work();
    },
  );
}
