import { Queue, QueueEvents, type Job as QueuedJob } from "bullmq";
import { Redis } from "ioredis";
import type { JobName, JobResult } from "../job-catalogue.ts";
import { decodeFailure, QUEUE } from "../job-queue.ts";
import { log } from "../log.server.ts";
import type { Engine } from "./engine.server.ts";
import {
  claimJob,
  handBack,
  listHeld,
  nextDue,
  onWake,
  type JobRow,
} from "./ledger.server.ts";
import { dataOf, failTry, finishJob, noteProgress } from "./outcomes.server.ts";

/** Jobs in Redis at a time: enough for any number of workers, few enough to lose nothing with it. */
const WINDOW = 200;
const REDIS_MS = 2_000;
const SWEEP_MS = 60_000;
const TRY_AGAIN_MS = 1_000;
/** A result that nobody fetched, for the site was down, is kept in Redis for a week. */
const KEEP_SECONDS = 7 * 86_400;

/** A try's name in Redis: adding one that is there already is harmless, and each try is another. */
const tryIdOf = (job: JobRow) => `${job.job_id}_${job.attempts}_${job.crashes}`;

/** Hands the ledger's jobs to workers through Redis, and applies what they answer. */
export function startBullEngine(redisUrl: string): Engine {
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_MS,
    connectTimeout: REDIS_MS,
    retryStrategy: () => TRY_AGAIN_MS,
  });
  const queue = new Queue(QUEUE, { connection, skipWaitingForReady: true });
  const events = new QueueEvents(QUEUE, {
    connection: new Redis(redisUrl, {
      maxRetriesPerRequest: null,
      retryStrategy: () => TRY_AGAIN_MS,
    }),
  });
  /** What has been handed over and not come back, by the try's name in Redis. */
  const handed = new Map<string, JobRow>();
  let isPumping = false;
  let isStopping = false;
  let next: NodeJS.Timeout | undefined;

  let told = "";
  const tellOnce = (error: Error) => {
    if (error.message !== told)
      log.warn("Redis does not answer", { reason: error.message });
    told = error.message;
  };
  connection.on("error", tellOnce);
  queue.on("error", tellOnce);
  events.on("error", tellOnce);
  connection.on("ready", () => {
    told = "";
    void sweep();
  });

  const add = (job: JobRow, data: object) =>
    queue.add(job.kind, data, {
      jobId: tryIdOf(job),
      attempts: 1,
      removeOnComplete: { age: KEEP_SECONDS },
      removeOnFail: { age: KEEP_SECONDS },
    });

  /** Hands over what is due, as long as Redis takes it. */
  async function pump() {
    if (isPumping || isStopping) return;
    isPumping = true;
    clearTimeout(next);
    let wait = SWEEP_MS;
    try {
      while (handed.size < WINDOW && connection.status === "ready") {
        const job = claimJob();
        if (!job) break;
        try {
          await hand(job);
        } catch (error) {
          handed.delete(tryIdOf(job));
          handBack(job.job_id);
          throw error;
        }
      }
      const due = nextDue();
      if (due !== undefined && handed.size < WINDOW)
        wait = Math.min(wait, Math.max(100, due - Date.now()));
      if (due !== undefined && connection.status !== "ready")
        wait = TRY_AGAIN_MS;
    } catch (error) {
      tellOnce(error as Error);
      wait = TRY_AGAIN_MS;
    } finally {
      isPumping = false;
    }
    next = setTimeout(() => void pump(), wait);
    next.unref();
  }

  async function hand(job: JobRow) {
    const data = dataOf(job);
    if (!data) return finishJob(job, undefined);
    handed.set(tryIdOf(job), job);
    await add(job, data);
  }

  /** Writes an answer into the ledger, and takes the job out of Redis once it stands there. */
  function settle(
    tryId: string,
    answer: { result: JobResult<JobName> } | { failure: string },
  ) {
    const job = handed.get(tryId);
    if (!job) return;
    try {
      if ("result" in answer) finishJob(job, answer.result);
      else {
        const { how, message } = decodeFailure(answer.failure);
        if (how === "stopped") handBack(job.job_id);
        else {
          log.warn("a job failed", {
            job_id: job.job_id,
            kind: job.kind,
            how,
            reason: message,
          });
          failTry(job, { how, message });
        }
      }
    } catch (error) {
      // It stays in Redis, and the sweep asks for it again.
      return log.error("a job's outcome could not be written", { error });
    }
    handed.delete(tryId);
    queue
      .remove(tryId)
      .catch(tellOnce)
      .finally(() => void pump());
  }

  events.on("completed", ({ jobId, returnvalue }) =>
    settle(jobId, { result: returnvalue as unknown as JobResult<JobName> }),
  );
  events.on("failed", ({ jobId, failedReason }) =>
    settle(jobId, { failure: failedReason }),
  );
  events.on("progress", ({ jobId, data }) => {
    const job = handed.get(jobId);
    if (job) noteProgress(job, Number(data));
  });

  let isSweeping = false;
  /** Asks Redis for everything that was handed over, whatever has been heard of it. */
  async function sweep() {
    if (isSweeping || isStopping) return;
    isSweeping = true;
    try {
      for (const job of listHeld()) {
        handed.set(tryIdOf(job), job);
        await ask(job);
      }
    } catch (error) {
      tellOnce(error as Error);
    } finally {
      isSweeping = false;
    }
    void pump();
  }

  async function ask(job: JobRow) {
    const tryId = tryIdOf(job);
    const there: QueuedJob | undefined = await queue.getJob(tryId);
    if (!there) return hand(job);
    const state = await there.getState();
    if (state === "completed")
      settle(tryId, { result: there.returnvalue as JobResult<JobName> });
    else if (state === "failed") settle(tryId, { failure: there.failedReason });
  }

  const sweeping = setInterval(() => void sweep(), SWEEP_MS);
  sweeping.unref();
  onWake(() => setImmediate(() => void pump()));
  void pump();

  return {
    async isReachable() {
      return connection.ping().then(
        () => true,
        () => false,
      );
    },
    async stop() {
      isStopping = true;
      clearTimeout(next);
      clearInterval(sweeping);
      connection.disconnect();
      await Promise.allSettled([events.close(), queue.close()]);
    },
  };
}
