import type {
  FindStore,
  QueuedFind,
  Refused,
} from "#app/components/share/queue/find-store.ts";
import { Link } from "./link.ts";
import { SendError } from "./requests.ts";
import { nextStep, takeStep, type Sender } from "./send-steps.ts";

export { sendAtOnce } from "./send-steps.ts";

export interface SendStatus {
  /** A find was added, and the sender hasn't reported on it yet. */
  isStarting?: boolean;
  /** The find that is being sent; absent while nothing gets through. */
  submissionId?: string;
  /** The reason that the last step failed, unless it was the link. */
  failure?: Refused & { submissionId: string };
  /** Bytes per millisecond. */
  rate?: number;
}

/** A message between tabs and the service worker. Each one means that the stored finds may have changed. */
export interface QueueMessage {
  status?: SendStatus;
  /** Ends a pause between tries. */
  wake?: true;
}

interface SendFindsOptions {
  store: FindStore;
  /** Ends the current request, and with it all sending. */
  signal: AbortSignal;
  /** Called before and after each step. */
  report: (status: SendStatus) => void;
  /** Waits after a failure. May end early, or reject to give up. */
  pause: (ms: number) => Promise<void>;
}

/** The pause after a cut, because a link that was cut is often there again at once. It doubles with each failure. */
const CUT_MS = 300;
/** The same if the site answers that it can't. */
const BUSY_MS = 2_000;
const PAUSE_MS_MAX = 60_000;
/** The same if the site asks for a pause. */
const ASKED_MS_MAX = 3_600_000;

/**
 * Sends the finds of a store, one small step after the other. Each is stored before the next begins, so that a browser
 * that is killed goes on from there. Runs in pages and in the service worker.
 */
export async function sendFinds({
  store,
  signal,
  report,
  pause,
}: SendFindsOptions) {
  const link = new Link();
  const sender: Sender = { store, link, signal, confirmed: new Set() };
  let failures = 0;
  let failure: SendStatus["failure"];
  while (!signal.aborted) {
    const step = chooseStep(await store.list());
    const { rate } = link;
    if (!step) return report({ rate, failure });
    const { submissionId } = step.find;
    if (failures === 0) report({ submissionId, rate });
    try {
      await takeStep(sender, step);
      failures = 0;
      failure = undefined;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (signal.aborted) return;
      link.cut();
      failure = error.refused && { ...error.refused, submissionId };
      report({ rate, failure });
      const ms = (failure ? BUSY_MS : CUT_MS) * 2 ** failures++;
      await pause(
        Math.min(error.pause, ASKED_MS_MAX) || Math.min(ms, PAUSE_MS_MAX),
      );
    }
  }
}

/** All finds go before the first original, because the text and a preview of each are what counts. */
function chooseStep(finds: QueuedFind[]) {
  const open = finds.filter((find) => nextStep(find));
  const find = open.find(({ uuid }) => !uuid) ?? open[0];
  return find && nextStep(find);
}
