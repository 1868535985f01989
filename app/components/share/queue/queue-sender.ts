import type { FindStore } from "./find-stores.ts";
import type { SendStatus } from "#app/components/share/transport/send-finds.ts";

/** After an error of the browser itself, for example when its storage fails. */
const RETRY_MS = 60_000;

type InTurn = (
  work: (signal: AbortSignal) => Promise<void>,
  options: { isUrgent: boolean; giveUp: AbortSignal },
) => Promise<void>;

/** Sends the finds of one store, whenever it is this tab's turn. */
export function createSender(
  store: FindStore,
  report: (status: SendStatus) => void,
  inTurn: InTurn,
) {
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
    await sendFinds({ store, signal, report, pause });
  }

  async function run() {
    while (isWanted) {
      isWanted = false;
      giveUp = new AbortController();
      const options = { isUrgent, giveUp: giveUp.signal };
      isUrgent = false;
      try {
        await inTurn(work, options);
      } catch {
        // Another tab took over, or the browser failed. Either way there may be something left to do.
        if (!giveUp.signal.aborted) await pause(RETRY_MS);
        isWanted = true;
      } finally {
        isOurTurn = false;
      }
    }
  }

  /** Sends what there is. A pause after a failure ends. @param now takes over from another tab too */
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
