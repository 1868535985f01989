import type { Job as QueuedJob } from "bullmq";
import type { Redis } from "ioredis";
import type { JobTask } from "../jobs/catalogue.ts";
import {
  asJobError,
  decodeFailure,
  JobError,
  type Failure,
} from "../jobs/failure.ts";
import {
  QUEUE,
  WORKER_KEY,
  type WorkerReport,
  type Engine,
} from "../jobs/queue.ts";
import { log } from "#domain/core/log.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import {
  claimJob,
  dropJob,
  requeueJob,
  listHeld,
  nextDueTime,
  onCall,
  attemptId,
  type JobRow,
} from "../jobs/ledger.server.ts";
import {
  applyAnswer,
  failTry,
  finishJob,
  taskForWorker,
  updateProgress,
} from "./outcomes.server.ts";

/** Parts of large jobs in Redis at a time: enough for any number of workers, and few if Redis loses them. */
const WINDOW = 200;
/** Jobs without a priority come first. */
const PRIORITY_OF_PARTS = 1;
const REDIS_MS = 2_000;
const SWEEP_MS = 60_000;
const TRY_AGAIN_MS = 1_000;
/** How long a job waits for a store that is away. */
const STORE_AWAY_MS = 2_000;
/** How long a job waits after a worker of an earlier version refused it. */
const TOO_OLD_MS = 5_000;
/** Redis keeps a result for a week, in case the site is down. */
const KEEP_SECONDS = 7 * 86_400;

/** Loaded only with REDIS_URL, because they take a quarter of a site's start and 30 MB of memory. */
const loadPackages = async () => ({
  ...(await import("bullmq")),
  ...(await import("ioredis")),
});

/** Gives the ledger's jobs to workers through Redis, and applies what they answer. */
export async function startBullEngine(redisUrl: string): Promise<Engine> {
  const packages = await loadPackages();
  const { Queue, Redis } = packages;
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_MS,
    connectTimeout: REDIS_MS,
    retryStrategy: () => TRY_AGAIN_MS,
  });
  const queue = new Queue(QUEUE, {
    connection,
    // Redis may be away now and come back empty, so nothing is asked or written only once.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
  const events = listenToEvents(redisUrl, packages);
  /** The jobs in Redis, by the name of their try there. */
  const handed = new Map<string, JobRow>();
  const settling = new Set<string>();
  let isPumping = false;
  let isSweeping = false;
  let isStopping = false;
  let nextPump: NodeJS.Timeout | undefined;
  let nextSweep: NodeJS.Timeout | undefined;

  let reported = "";
  const reportOnce = (error: Error) => {
    if (isStopping) return;
    if (error.message !== reported)
      log.warn("the queue is held up", { reason: error.message });
    reported = error.message;
  };
  connection.on("error", reportOnce);
  queue.on("error", reportOnce);
  events.on("error", reportOnce);
  connection.on("ready", () => {
    reported = "";
    void sweep();
  });

  const hasRoom = () => handed.size < WINDOW;

  /** Adds the jobs that are due, as long as Redis takes them. */
  async function pump() {
    if (isPumping || isStopping) return;
    isPumping = true;
    clearTimeout(nextPump);
    let wait = SWEEP_MS;
    try {
      const isStoreThere = isStoreHere();
      while (isStoreThere && connection.status === "ready") {
        const job = claimJob("worker", hasRoom());
        if (!job) break;
        await hand(job).catch((error: unknown) => {
          handed.delete(attemptId(job));
          requeueJob(job.job_id);
          throw error;
        });
        reported = "";
      }
      const due = nextDueTime("worker", hasRoom());
      if (due !== undefined)
        wait = Math.min(wait, Math.max(TRY_AGAIN_MS / 10, due - Date.now()));
      if (connection.status !== "ready") wait = SWEEP_MS;
      else if (!isStoreThere) wait = STORE_AWAY_MS;
    } catch (error) {
      reportOnce(error as Error);
      wait = TRY_AGAIN_MS;
    } finally {
      isPumping = false;
    }
    nextPump = setTimeout(() => void pump(), wait).unref();
  }

  async function hand(job: JobRow) {
    const tryId = attemptId(job);
    let task: JobTask | undefined;
    try {
      task = taskForWorker(job);
    } catch (error) {
      if (!(error instanceof JobError)) throw error;
      handed.delete(tryId);
      return fail(job, error);
    }
    if (!task) {
      handed.delete(tryId);
      return finishJob(job, undefined);
    }
    handed.set(tryId, job);
    await queue.add(task.name, task.data, {
      jobId: tryId,
      attempts: 1,
      priority: job.parent_id === null ? undefined : PRIORITY_OF_PARTS,
      removeOnComplete: { age: KEEP_SECONDS },
      removeOnFail: { age: KEEP_SECONDS },
    });
  }

  /** Writes an answer into the ledger, and then takes the job out of Redis. */
  async function settle(
    tryId: string,
    answer: { result: unknown } | { failure: string },
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
      .catch(reportOnce)
      .finally(() => void pump());
  }

  async function finish(job: JobRow, result: unknown) {
    try {
      await applyAnswer(job, result);
    } catch (error) {
      await fail(job, asJobError(error));
    }
  }

  async function fail(job: JobRow, { kind, message }: Failure) {
    if (kind === "stopped") return requeueJob(job.job_id);
    if (kind === "store_away")
      return requeueJob(job.job_id, Date.now() + STORE_AWAY_MS);
    if (kind === "too_old") {
      log.warn("a worker is older than the site: update it", {
        job_id: job.job_id,
        kind: job.kind,
      });
      return requeueJob(job.job_id, Date.now() + TOO_OLD_MS);
    }
    log.warn("a job failed", {
      job_id: job.job_id,
      kind: job.kind,
      how: kind,
      reason: message,
    });
    await failTry(job, { kind, message });
  }

  events.on(
    "completed",
    ({ jobId, returnvalue }) => void settle(jobId, { result: returnvalue }),
  );
  events.on(
    "failed",
    ({ jobId, failedReason }) => void settle(jobId, { failure: failedReason }),
  );
  events.on("progress", ({ jobId, data }) => {
    const job = handed.get(jobId);
    if (job) updateProgress(job, Number(data));
  });
  // A try that was in Redis already may have ended unnoticed.
  events.on("duplicated", ({ jobId }) => {
    const job = handed.get(jobId);
    if (job) ask(job).catch(reportOnce);
  });

  /** Asks Redis about all jobs that were handed out, in case an event was lost. */
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
      reportOnce(error as Error);
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
    // Read after the state, so that the answer is there if the job had ended by then.
    const there: QueuedJob | undefined = await queue.getJob(tryId);
    if (!handed.has(tryId)) return;
    if (!there || state === "unknown") await hand(job);
    else if (state === "completed")
      await settle(tryId, { result: there.returnvalue as unknown });
    else if (state === "failed")
      await settle(tryId, { failure: there.failedReason });
  }

  /** Takes the parts of a cancelled job that no worker has begun out of Redis. */
  async function takeBack(jobId: string) {
    for (const [tryId, job] of handed) {
      if (job.job_id !== jobId && job.parent_id !== jobId) continue;
      if ((await queue.remove(tryId)) !== 1) continue;
      handed.delete(tryId);
      dropJob(job.job_id);
    }
  }

  const leave = onCall(
    () => setImmediate(() => void pump()),
    (jobId) => void takeBack(jobId).catch(reportOnce),
  );

  return {
    /** Writes, because a Redis without room answers too but takes no job. */
    async isReachable() {
      return connection.set(`${QUEUE}:asked`, "", "PX", 1).then(
        () => true,
        () => false,
      );
    },
    listWorkers: () => readReports(connection).catch(() => []),
    async stop() {
      isStopping = true;
      leave();
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

/** Listens from the oldest event that Redis has, so that none is lost between two connections. */
function listenToEvents(
  redisUrl: string,
  { QueueEvents, Redis }: Awaited<ReturnType<typeof loadPackages>>,
) {
  const pattern = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    retryStrategy: () => TRY_AGAIN_MS,
  }).on("error", () => {});
  const events = new QueueEvents(QUEUE, {
    connection: pattern,
    lastEventId: "0-0",
    // How long it may take to notice a stop, or that Redis went away.
    blockingTimeout: TRY_AGAIN_MS,
    skipVersionCheck: true,
  });
  // BullMQ has copied it, because it blocks the connection that it listens on.
  pattern.disconnect();
  return events;
}
