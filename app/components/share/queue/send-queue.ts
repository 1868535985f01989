import {
  addDeviceFind,
  asDeviceFind,
} from "#app/components/finds/device-finds.ts";
import { asForm, readAnswer, UPLOAD_ADDRESS } from "./post-find.ts";
import {
  forgetFind,
  keepFind,
  listKeptFinds,
  type FindToSend,
  type KeptFind,
} from "./find-store.ts";

/** Finds that wait on the visitor's device, and their way to the site. Only these are sent again unasked. */

const RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const NONE: KeptFind[] = [];

let finds = NONE;
let isStarted = false;
const listeners = new Set<() => void>();

export const readQueue = () => finds;
export const emptyQueue = () => NONE;

export function watchQueue(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** From now on what waits is sent when there is a connection. */
export function startQueue() {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener("online", () => void sendWaiting());
  setInterval(() => void sendWaiting(), RETRY_MS);
  void sendWaiting();
}

/** @throws where this browser keeps nothing, or has no room */
export async function addToQueue(find: FindToSend) {
  await keepFind({ ...find, keptAt: Date.now(), notBefore: 0, tries: 0 });
  await refresh();
  void sendWaiting();
}

export async function removeFromQueue({ submissionId }: KeptFind) {
  await forgetFind(submissionId);
  await refresh();
}

/** Sends what waits, one find after the other; in one tab at a time. */
export async function sendWaiting({ now = false } = {}) {
  if (!navigator.onLine) return;
  await once(async () => {
    await refresh();
    for (const find of finds)
      if (!find.sentAs && !find.refused)
        if (now || find.notBefore <= Date.now()) await send(find);
  });
  await refresh();
}

/** Without a form time: it may have waited for days. */
async function send(find: KeptFind) {
  let answer: Response;
  try {
    answer = await fetch(UPLOAD_ADDRESS, {
      method: "POST",
      body: asForm(find),
    });
  } catch {
    return;
  }
  const { uuid, refused } = readAnswer(answer.status, await answer.text());
  const tries = find.tries + 1;
  if (uuid) {
    addDeviceFind(asDeviceFind(find, uuid));
    await keepFind({ ...find, images: [], sentAs: uuid });
  } else if ([408, 429].includes(answer.status) || answer.status >= 500)
    await keepFind({
      ...find,
      tries,
      notBefore: Date.now() + waitOf(tries, answer.headers.get("Retry-After")),
    });
  else
    await keepFind({
      ...find,
      refused: refused?.reason || "The site didn't accept it.",
    });
  await refresh();
}

const waitOf = (tries: number, retryAfter: string | null) =>
  Math.max(
    Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (tries - 1)),
    (Number(retryAfter) || 0) * 1000,
  );

async function refresh() {
  try {
    finds = await listKeptFinds();
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

async function once(work: () => Promise<void>) {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(
    "send-queue",
    { ifAvailable: true },
    async (lock) => {
      if (lock) await work();
    },
  );
}
