import { asJobError } from "../jobs/failure.ts";
import {
  prepareImageProcess,
  type ImageProcess,
  type ImageProcessOptions,
} from "../jobs/image-process.server.ts";
import os from "node:os";
import type { Doer } from "../jobs/catalogue.ts";
import type { Engine, WorkerReport } from "../jobs/queue.ts";
import { log } from "#domain/core/log.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import {
  claimJob,
  requeueJob,
  nextDueTime,
  nowIso,
  onCall,
  requeueHeld,
  type JobRow,
} from "../jobs/ledger.server.ts";
import {
  applyAnswer,
  failTry,
  finishJob,
  taskForWorker,
  updateProgress,
} from "./outcomes.server.ts";

/** Jobs at a time: one for each core of the smallest machine this is meant for. */
const SLOTS = 2;
/** How long a job waits for a store that is away. */
const STORE_AWAY_MS = 2_000;
/** The longest time between two looks into the ledger, in case a wake-up is lost. */
const RECHECK_MS = 60_000;

interface Options extends ImageProcessOptions {
  /** Whose jobs it hands out. */
  doer?: Doer;
  slots?: number;
}

/** Gives the ledger's jobs to processes of the site's own, one for each slot. */
export function startEmbeddedEngine({
  doer = "worker",
  slots: count = SLOTS,
  ...options
}: Options = {}): Engine {
  const started_dt = nowIso();
  const slots = Array.from({ length: count }, () =>
    prepareImageProcess(options),
  );
  const idle = [...slots];
  const busy = new Map<ImageProcess, Promise<void>>();
  /** Current task of each slot. */
  const reports = new Map(
    slots.map((slot, n): [ImageProcess, WorkerReport] => [
      slot,
      {
        id: `site-${n + 1}`,
        host: os.hostname(),
        pid: process.pid,
        started_dt,
        jobs_done: 0,
        job: null,
      },
    ]),
  );
  const cancelled = new Set<string>();
  /** Jobs whose outcome could not be written. They are done again once it can. */
  const unwritten = new Set<string>();
  let sleep: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function work(slot: ImageProcess, job: JobRow) {
    const report = reports.get(slot)!;
    const { job_id, kind, total } = job;
    const now = { job_id, kind, total, started_dt: nowIso(), done: 0 };
    report.job = now;
    try {
      const task = taskForWorker(job);
      if (!task) return await finishJob(job, undefined);
      const answer = await slot.run(task, (done, total, message) => {
        now.done = done;
        updateProgress(
          job,
          done,
          message === undefined ? undefined : { total, message },
        );
      });
      await applyAnswer(job, answer);
    } catch (error) {
      // A job that a stop cuts short is handed out again at the next start, and no try is counted.
      if (isStopping || cancelled.delete(job_id)) return;
      const failure = asJobError(error);
      if (failure.kind === "store_away")
        return requeueJob(job_id, Date.now() + STORE_AWAY_MS);
      log.warn("a job failed", {
        job_id: job.job_id,
        kind: job.kind,
        how: failure.kind,
        reason: failure.message,
      });
      await failTry(job, failure);
    } finally {
      report.job = null;
      report.jobs_done++;
    }
  }

  function pump() {
    clearTimeout(sleep);
    if (isStopping) return;
    let wait = RECHECK_MS;
    try {
      for (const jobId of unwritten) {
        requeueJob(jobId);
        unwritten.delete(jobId);
      }
      const isStoreThere = isStoreHere();
      while (isStoreThere && idle.length > 0) {
        const job = claimJob(doer);
        if (!job) break;
        const slot = idle.pop()!;
        const done = work(slot, job)
          .catch((error: unknown) => {
            log.error("a job's outcome could not be written", { error });
            unwritten.add(job.job_id);
          })
          .finally(() => {
            busy.delete(slot);
            idle.push(slot);
            pump();
          });
        busy.set(slot, done);
      }
      const isFull = idle.length === 0;
      const due = nextDueTime(doer, !isFull);
      if (!isStoreThere) wait = STORE_AWAY_MS;
      else if (isFull && due !== undefined && due <= Date.now())
        for (const slot of busy.keys()) slot.makeWay();
      else if (due !== undefined)
        wait = Math.min(wait, Math.max(50, due - Date.now()));
    } catch (error) {
      log.error("the job ledger cannot be read", { error });
      wait = 1000;
    }
    sleep = setTimeout(pump, wait);
    sleep.unref();
  }

  /** A worker finishes the pictures that it has begun. A job of the site's own may take an hour, so it is ended. */
  function cancel(jobId: string) {
    if (doer === "worker") return;
    for (const [slot, { job }] of reports)
      if (job?.job_id === jobId) {
        cancelled.add(jobId);
        slot.stop();
      }
  }

  requeueHeld(doer);
  const leave = onCall(() => setImmediate(pump), cancel);
  pump();

  return {
    isReachable: () => Promise.resolve(true),
    listWorkers: () => Promise.resolve([...reports.values()]),
    async stop(graceMs) {
      isStopping = true;
      leave();
      clearTimeout(sleep);
      let grace: NodeJS.Timeout | undefined;
      await Promise.race([
        Promise.all(busy.values()),
        new Promise((resolve) => (grace = setTimeout(resolve, graceMs))),
      ]);
      clearTimeout(grace);
      for (const slot of [...idle, ...busy.keys()]) slot.stop();
    },
  };
}
