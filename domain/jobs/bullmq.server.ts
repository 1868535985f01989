import { Queue, QueueEvents, type Job as QueuedJob } from "bullmq";
import { Redis } from "ioredis";
import type { JobName, JobResult } from "./catalogue.ts";
import {
  decodeFailure,
  QUEUE,
  WORKER_KEY,
  type Failure,
  type WorkerReport,
  type Engine,
} from "./queue.ts";
import { asJobError } from "./image-process.server.ts";
import { log } from "../core/log.server.ts";
import { isStoreHere } from "../store/identity.server.ts";
import {
  claimJob,
  dropJob,
  requeueJob,
  listHeld,
  nextDueTime,
  onCancel,
  onWake,
  attemptId,
  type JobRow,
} from "./ledger.server.ts";
import {
  payloadForWorker,
  failTry,
  finishJob,
  noteProgress,
} from "./outcomes.server.ts";

/** Parts of large jobs in Redis at a time: enough for any number of workers, few enough to lose nothing. */
const WINDOW = 200;
/** Behind everything without a priority. */
const PRIORITY_OF_PARTS = 1;
const REDIS_MS = 2_000;
const SWEEP_MS = 60_000;
const TRY_AGAIN_MS = 1_000;
/** How long a job waits for a store that is away. */
const STORE_AWAY_MS = 2_000;
/** How long a job waits that came to a worker of an earlier version, for one that knows it. */
const TOO_OLD_MS = 5_000;
/** A result that nobody fetched, for the site was down, is kept in Redis for a week. */
const KEEP_SECONDS = 7 * 86_400;

/** Hands the ledger's jobs to workers through Redis, and applies what they answer. */
export function startBullEngine(redisUrl: string): Engine {
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_MS,
    connectTimeout: REDIS_MS,
    retryStrategy: () => TRY_AGAIN_MS,
  });
  const queue = new Queue(QUEUE, {
    connection,
    // Redis may be away now and come back empty: nothing is asked or written once and for all.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
  const events = listenToEvents(redisUrl);
  /** What has been handed over and not come back, by the try's name in Redis. */
  const handed = new Map<string, JobRow>();
  const settling = new Set<string>();
  let isPumping = false;
  let isSweeping = false;
  let isStopping = false;
  let nextPump: NodeJS.Timeout | undefined;
  let nextSweep: NodeJS.Timeout | undefined;

  let told = "";
  const tellOnce = (error: Error) => {
    if (isStopping) return;
    if (error.message !== told)
      log.warn("the queue is held up", { reason: error.message });
    told = error.message;
  };
  connection.on("error", tellOnce);
  queue.on("error", tellOnce);
  events.on("error", tellOnce);
  connection.on("ready", () => {
    told = "";
    void sweep();
  });

  const hasRoom = () => handed.size < WINDOW;

  /** Hands over what is due, as long as Redis takes it. */
  async function pump() {
    if (isPumping || isStopping) return;
    isPumping = true;
    clearTimeout(nextPump);
    let wait = SWEEP_MS;
    try {
      const isStoreThere = isStoreHere();
      while (isStoreThere && connection.status === "ready") {
        const job = claimJob(hasRoom());
        if (!job) break;
        await hand(job).catch((error: unknown) => {
          handed.delete(attemptId(job));
          requeueJob(job.job_id);
          throw error;
        });
        told = "";
      }
      const due = nextDueTime(hasRoom());
      if (due !== undefined)
        wait = Math.min(wait, Math.max(TRY_AGAIN_MS / 10, due - Date.now()));
      if (connection.status !== "ready") wait = SWEEP_MS;
      else if (!isStoreThere) wait = STORE_AWAY_MS;
    } catch (error) {
      tellOnce(error as Error);
      wait = TRY_AGAIN_MS;
    } finally {
      isPumping = false;
    }
    nextPump = setTimeout(() => void pump(), wait).unref();
  }

  async function hand(job: JobRow) {
    const tryId = attemptId(job);
    const data = payloadForWorker(job);
    if (!data) {
      handed.delete(tryId);
      return finishJob(job, undefined);
    }
    handed.set(tryId, job);
    await queue.add(job.kind, data, {
      jobId: tryId,
      attempts: 1,
      priority: job.parent_id === null ? undefined : PRIORITY_OF_PARTS,
      removeOnComplete: { age: KEEP_SECONDS },
      removeOnFail: { age: KEEP_SECONDS },
    });
  }

  /** Writes an answer into the ledger, and takes the job out of Redis once it stands there. */
  async function settle(
    tryId: string,
    answer: { result: JobResult<JobName> } | { failure: string },
  ) {
    const job = handed.get(tryId);
    if (!job || settling.has(tryId)) return;
    settling.add(tryId);
    try {
      if ("result" in answer) await finish(job, answer.result);
      else await fail(job, decodeFailure(answer.failure));
    } catch (error) {
      log.error("a job's outcome could not be written", { error });
      return sweepIn(TRY_AGAIN_MS);
    } finally {
      settling.delete(tryId);
    }
    handed.delete(tryId);
    queue
      .remove(tryId)
      .catch(tellOnce)
      .finally(() => void pump());
  }

  async function finish(job: JobRow, result: JobResult<JobName>) {
    try {
      await finishJob(job, result);
    } catch (error) {
      await fail(job, asJobError(error));
    }
  }

  async function fail(job: JobRow, { how, message }: Failure) {
    if (how === "stopped") return requeueJob(job.job_id);
    if (how === "store_away")
      return requeueJob(job.job_id, Date.now() + STORE_AWAY_MS);
    if (how === "too_old") {
      log.warn("a worker is older than the site: update it", {
        job_id: job.job_id,
        kind: job.kind,
      });
      return requeueJob(job.job_id, Date.now() + TOO_OLD_MS);
    }
    log.warn("a job failed", {
      job_id: job.job_id,
      kind: job.kind,
      how,
      reason: message,
    });
    await failTry(job, { how, message });
  }

  events.on(
    "completed",
    ({ jobId, returnvalue }) =>
      void settle(jobId, {
        result: returnvalue as unknown as JobResult<JobName>,
      }),
  );
  events.on(
    "failed",
    ({ jobId, failedReason }) => void settle(jobId, { failure: failedReason }),
  );
  events.on("progress", ({ jobId, data }) => {
    const job = handed.get(jobId);
    if (job) noteProgress(job, Number(data));
  });
  // A try that was in Redis before it was handed over may have ended unheard.
  events.on("duplicated", ({ jobId }) => {
    const job = handed.get(jobId);
    if (job) ask(job).catch(tellOnce);
  });

  /** Asks Redis for everything that was handed over, whatever has been heard of it. */
  async function sweep() {
    if (isSweeping || isStopping) return;
    isSweeping = true;
    let wait = SWEEP_MS;
    try {
      for (const job of listHeld()) {
        handed.set(attemptId(job), job);
        await ask(job);
      }
    } catch (error) {
      tellOnce(error as Error);
      wait = TRY_AGAIN_MS;
    } finally {
      isSweeping = false;
    }
    sweepIn(wait);
    void pump();
  }

  function sweepIn(ms: number) {
    clearTimeout(nextSweep);
    if (!isStopping) nextSweep = setTimeout(() => void sweep(), ms).unref();
  }

  async function ask(job: JobRow) {
    const tryId = attemptId(job);
    const state = await queue.getJobState(tryId);
    // Read after its state: a job that had ended by then has its answer.
    const there: QueuedJob | undefined = await queue.getJob(tryId);
    if (!handed.has(tryId)) return;
    if (!there || state === "unknown") await hand(job);
    else if (state === "completed")
      await settle(tryId, { result: there.returnvalue as JobResult<JobName> });
    else if (state === "failed")
      await settle(tryId, { failure: there.failedReason });
  }

  /** Takes what no worker has begun back out of Redis. */
  async function takeBack(jobId: string) {
    for (const [tryId, job] of handed) {
      if (job.job_id !== jobId && job.parent_id !== jobId) continue;
      if ((await queue.remove(tryId)) !== 1) continue;
      handed.delete(tryId);
      dropJob(job.job_id);
    }
  }

  onWake(() => setImmediate(() => void pump()));
  onCancel((jobId) => void takeBack(jobId).catch(tellOnce));

  return {
    /** A write, for a Redis without room answers and takes no job. */
    async isReachable() {
      return connection.set(`${QUEUE}:asked`, "", "PX", 1).then(
        () => true,
        () => false,
      );
    },
    listWorkers: () => readReports(connection).catch(() => []),
    async stop() {
      isStopping = true;
      clearTimeout(nextPump);
      clearTimeout(nextSweep);
      connection.disconnect();
      await Promise.allSettled([events.close(), queue.close()]);
    },
  };
}

async function readReports(connection: Redis): Promise<WorkerReport[]> {
  const keys = new Set<string>();
  let cursor = "0";
  do {
    const [next, some] = await connection.scan(
      cursor,
      "MATCH",
      `${WORKER_KEY}*`,
      "COUNT",
      1000,
    );
    for (const key of some) keys.add(key);
    cursor = next;
  } while (cursor !== "0");
  if (keys.size === 0) return [];
  const reports = await connection.mget([...keys]);
  return reports
    .flatMap((report) =>
      report === null ? [] : (JSON.parse(report) as WorkerReport),
    )
    .sort((a, b) => (a.started_dt < b.started_dt ? -1 : 1));
}

/** Hears from the oldest event that Redis has, so that none falls between two connections. */
function listenToEvents(redisUrl: string) {
  const pattern = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    retryStrategy: () => TRY_AGAIN_MS,
  }).on("error", () => {});
  const events = new QueueEvents(QUEUE, {
    connection: pattern,
    lastEventId: "0-0",
    // How long it may take to notice a Redis that went away, and a stop.
    blockingTimeout: TRY_AGAIN_MS,
    skipVersionCheck: true,
  });
  // BullMQ has made a copy of it, as it blocks the connection that it listens on.
  pattern.disconnect();
  return events;
}
