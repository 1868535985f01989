import type {
  FindStore,
  QueuedFind,
  Refused,
} from "#app/components/share/queue/find-store.ts";
import { Link } from "./link.ts";
import { REFUSALS_MAX } from "#app/components/api/either-way.ts";
import { pauseAfter, SendError } from "./requests.ts";
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
  /** Waits after a failure. Resolves with whether it has ended early, because the link may be back. Rejects to give up. */
  pause: (ms: number) => Promise<boolean>;
}

/** The first pause after a cut, because a link that was cut is often there again at once. */
const CUT_MS = 300;
/** The same if the site answers that it can't. */
const BUSY_MS = 2_000;
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
  /** Since something has arrived. An answer that only says how far an upload is ends no row of failures. */
  let failures = 0;
  let isCut = false;
  let failure: SendStatus["failure"];
  while (!signal.aborted) {
    const step = chooseStep(await store.list());
    const { rate } = link;
    if (!step) return report({ rate, failure });
    const { submissionId } = step.find;
    if (!isCut) report({ submissionId, rate });
    try {
      if (await takeStep(sender, step)) failures = 0;
      isCut = false;
      failure = undefined;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (signal.aborted) return;
      failures++;
      // Nothing was cut, and the other way is tried soon.
      if (error.isOfMethod && failures <= REFUSALS_MAX) continue;
      link.cut();
      isCut = true;
      failure = error.refused && { ...error.refused, submissionId };
      report({ rate, failure });
      const ms = pauseAfter(failures, failure ? BUSY_MS : CUT_MS);
      const isWoken = await pause(Math.min(error.pause, ASKED_MS_MAX) || ms);
      if (isWoken) failures = 0;
    }
  }
}

/** All finds go before the first original, because the text and a preview of each are what counts. */
function chooseStep(finds: QueuedFind[]) {
  const open = finds.filter((find) => nextStep(find));
  const find = open.find(({ uuid }) => !uuid) ?? open[0];
  return find && nextStep(find);
}
