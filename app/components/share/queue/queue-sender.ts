import type { SendStatus } from "#app/components/share/transport/send-finds.ts";
import { LOCK } from "./queue-channel.ts";
import { keptFinds } from "./storage.ts";

/** After an error of the browser itself, for example when its storage fails. */
const RETRY_MS = 60_000;

/** Sends the finds of this device, whenever it is this tab's turn. */
export function createSender(report: (status: SendStatus) => void) {
  let isRunning = false;
  let isWanted = false;
  let isUrgent = false;
  let isOurTurn = false;
  let giveUp = new AbortController();
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function work(signal: AbortSignal) {
    isOurTurn = true;
    signal.addEventListener("abort", () => endPause());
    const { sendFinds } =
      await import("#app/components/share/transport/send-finds.ts");
    await sendFinds({ store: keptFinds, signal, report, pause });
  }

  async function run() {
    while (isWanted) {
      isWanted = false;
      giveUp = new AbortController();
      const stop = new AbortController();
      const options = isUrgent ? { steal: true } : { signal: giveUp.signal };
      isUrgent = false;
      try {
        // Browsers have locks on secure pages only. Elsewhere two tabs may send, and the site takes each find once.
        await (
          "locks" in navigator
            ? navigator.locks.request(LOCK, options, () => work(stop.signal))
            : work(stop.signal)
        ).finally(() => stop.abort());
      } catch {
        // Another tab took over, or the browser failed. Either way there may be something left to do.
        if (!giveUp.signal.aborted) await pause(RETRY_MS);
        isWanted = true;
      } finally {
        isOurTurn = false;
      }
    }
  }

  /** Sends all that waits. A pause after a failure ends. @param now takes over from another tab too */
  return async function send(now: boolean) {
    isWanted = true;
    endPause();
    if (now && !isOurTurn) {
      isUrgent = true;
      giveUp.abort();
    }
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
    }
  };
}
