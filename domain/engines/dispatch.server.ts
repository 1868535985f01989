import { isLocked } from "#db/write.server.ts";
import { log } from "#core/log.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import {
  type Doer,
  type JobTask,
  asJobError,
  JobError,
} from "../jobs/catalogue.ts";
import {
  attemptId,
  claimJob,
  dropPart,
  getTry,
  LEASE_MS,
  onCall,
  renewLeases,
  requeueJob,
  requeueLost,
  type JobRow,
} from "../jobs/ledger.server.ts";
import {
  failTry,
  finishJob,
  isGivenBack,
  taskForWorker,
  updateProgress,
} from "./outcomes.server.ts";

/** How often to renew leases and to look for due jobs. */
const LOOK_MS = LEASE_MS / 3;

/** Takes jobs to the processes that do them. A job that it loses is handed over again once its lease has run out. */
export interface Engine {
  hasRoom(): boolean;
  /** @throws when the job can't be handed over now */
  handOver(tryId: string, task: JobTask, isPart: boolean): Promise<void>;
  listHeld(): Promise<string[]>;
  /** @returns whether the try had not been begun */
  takeBack(tryId: string): Promise<boolean>;
  /** Whether jobs that are recorded now are started. Answers within 2 seconds. */
  isReachable(): Promise<boolean>;
  /** The processes that make images. @throws if they can't be asked */
  countWorkers(): Promise<{ all: number; busy: number }>;
  /** Gives running jobs this many milliseconds to finish, then ends them. The ledger keeps the rest. */
  stop(graceMs: number): Promise<void>;
}

export interface Ledger {
  wake(): void;
  /** It can be reached again, and may have answers that could not come. */
  connected(): void;
  /** It can't take jobs. Logged once until it takes one. */
  heldUp(error: Error): void;
  progressed: typeof updateProgress;
  /** @param answer as `finishJob` takes it */
  answered(tryId: string, answer: unknown): Promise<void>;
}

export function dispatchJobs(
  doer: Doer,
  start: (ledger: Ledger) => Engine,
): Engine {
  const answers = new Set<string>();
  let isPumping = false;
  let isStopping = false;
  let reported = "";

  function heldUp({ message }: Error) {
    if (!isStopping && message !== reported)
      log.warn("the queue is held up", { reason: message });
    reported = message;
  }

  async function pump() {
    if (isPumping || isStopping) return;
    isPumping = true;
    try {
      while (!isStopping && engine.hasRoom() && isStoreHere()) {
        const job = claimJob(doer);
        if (!job) break;
        await hand(job);
        reported = "";
      }
    } catch (error) {
      if (!isLocked(error)) heldUp(error as Error);
    }
    isPumping = false;
  }
  const wake = () => void pump();

  async function hand(job: JobRow) {
    const tryId = attemptId(job);
    let task: JobTask | undefined;
    try {
      task = taskForWorker(job);
    } catch (error) {
      return fail(job, asJobError(error));
    }
    // No process has anything to do. What the site does itself may take minutes.
    if (!task) return void answered(tryId, undefined);
    try {
      await engine.handOver(tryId, task, job.parent_id !== null);
    } catch (error) {
      requeueJob(job.job_id);
      throw error;
    }
  }

  async function fail(job: JobRow, failure: JobError) {
    const { kind: how, message: reason } = failure;
    const { job_id, kind } = job;
    if (how === "too_old")
      log.warn("a worker is older than the site: update it", { job_id, kind });
    else if (!isGivenBack(failure))
      log.warn("a job failed", { job_id, kind, how, reason });
    await failTry(job, failure);
  }

  async function keepLeases() {
    try {
      renewLeases(doer, [...(await engine.listHeld()), ...answers]);
      requeueLost(doer);
    } catch {
      // The engine says itself that it can't be reached.
    }
    wake();
  }

  async function cancel(tryIds: string[]) {
    for (const tryId of tryIds)
      if (await engine.takeBack(tryId)) dropPart(tryId);
  }

  async function answered(tryId: string, answer: unknown) {
    // A job cut short by a stop is handed over again at the next start, and no try is counted.
    if (isStopping && answer instanceof JobError) return;
    try {
      const job = getTry(tryId);
      if (!job) return;
      answers.add(tryId);
      await finishJob(job, answer).catch((error: unknown) =>
        fail(job, asJobError(error)),
      );
    } catch (error) {
      // It is lost, and the job is done again.
      log.error("a job's outcome could not be written", { error });
    } finally {
      answers.delete(tryId);
    }
  }

  const engine = start({
    wake,
    connected() {
      reported = "";
      renewLeases(doer);
      wake();
    },
    heldUp,
    progressed: updateProgress,
    answered,
  });
  const leave = onCall(
    () => setImmediate(wake),
    (tryIds) => void cancel(tryIds).catch(heldUp),
  );
  const look = setInterval(() => void keepLeases(), LOOK_MS).unref();
  wake();

  return {
    ...engine,
    stop(graceMs) {
      isStopping = true;
      leave();
      clearInterval(look);
      return engine.stop(graceMs);
    },
  };
}
