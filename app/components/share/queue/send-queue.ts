import {
  addDeviceFind,
  toDeviceFind,
} from "#app/components/finds/device-finds.ts";
import { buildForm, readAnswer, UPLOAD_ADDRESS } from "./post-find.ts";
import {
  deleteQueuedFind,
  saveQueuedFind,
  listQueuedFinds,
  type FindToSend,
  type QueuedFind,
} from "./find-store.ts";

/** Sends the finds that wait on the visitor's device. Only these are sent again without the visitor's doing. */

const RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const NONE: QueuedFind[] = [];

let finds = NONE;
let isStarted = false;
const listeners = new Set<() => void>();

export const readQueue = () => finds;
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

/** @throws if the browser has no storage or no room */
export async function addToQueue(find: FindToSend) {
  await saveQueuedFind({ ...find, keptAt: Date.now(), notBefore: 0, tries: 0 });
  await refresh();
  void sendWaiting();
}

export async function removeFromQueue({ submissionId }: QueuedFind) {
  await deleteQueuedFind(submissionId);
  await refresh();
}

/** Sends the waiting finds one after the other, in one tab at a time. */
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
    await saveQueuedFind({ ...find, images: [], sentAs: uuid });
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
  for (const listener of listeners) listener();
}

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
