import { newUuid } from "#app/components/visitor/new-uuid.ts";
import { endLease, takeLease } from "./database.ts";

/** The service worker takes this lock too. */
export const LOCK = "send-queue";

/** Milliseconds that a killed tab keeps its lease. */
const LEASE_MS = 15_000;

interface Options {
  /** Takes the place of a tab that is at work. */
  isUrgent: boolean;
  /** Ends the wait for another tab. */
  giveUp: AbortSignal;
}

/**
 * Works in one tab at a time, and waits for another tab to end. The signal tells when another tab takes over.
 * @throws if another tab takes over, or if the wait is given up
 */
export async function inOneTab(
  work: (signal: AbortSignal) => Promise<void>,
  { isUrgent, giveUp }: Options,
) {
  const stop = new AbortController();
  try {
    // Browsers have locks on secure pages only.
    if ("locks" in navigator)
      await navigator.locks.request(
        LOCK,
        isUrgent ? { steal: true } : { signal: giveUp },
        () => work(stop.signal),
      );
    else await withLease(() => work(stop.signal), stop, { isUrgent, giveUp });
  } finally {
    stop.abort();
  }
}

async function withLease(
  work: () => Promise<void>,
  stop: AbortController,
  { isUrgent, giveUp }: Options,
) {
  const owner = newUuid();
  const take = (isUrgent: boolean) =>
    takeLease(owner, Date.now() + LEASE_MS, isUrgent);
  while (!(await take(isUrgent))) {
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 5));
    giveUp.throwIfAborted();
  }
  const renewal = setInterval(
    () => void take(false).then((isOurs) => isOurs || stop.abort()),
    LEASE_MS / 3,
  );
  try {
    await work();
  } finally {
    clearInterval(renewal);
    await endLease(owner);
  }
}
