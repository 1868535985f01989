import { UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import {
  asJobError,
  prepareImageProcess,
  type ImageProcessOptions,
} from "#domain/jobs/image-process.server.ts";
import { canDo, type JobData, type JobName } from "#domain/jobs/catalogue.ts";
import { encodeFailure, jobIdOf, QUEUE } from "#domain/jobs/queue.ts";
import { log } from "#domain/core/log.server.ts";
import { startReport } from "./report.ts";

/** How long a worker may be silent before its job is given to another, and how often that is looked for. */
const LOCK_MS = 6_000;
const LOOK_FOR_LOST_MS = 3_000;
/** A job's workers may be killed so often before the site is told that it failed. */
const LOST_MAX = 5;
const TRY_AGAIN_MS = 1_000;

export interface RunningWorker {
  /** Finishes what it has within so many milliseconds; what is not done by then is given back. */
  stop(graceMs: number): Promise<void>;
}

/** Takes jobs from Redis, one at a time, and lets an image process do them. */
export function startWorker(
  redisUrl: string,
  options?: ImageProcessOptions,
): RunningWorker {
  const images = prepareImageProcess(options);
  let isStopping = false;
  const connection = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    retryStrategy: () => TRY_AGAIN_MS,
  });
  const report = startReport(connection);
  const worker = new Worker(
    QUEUE,
    async (job) => {
      const data = job.data as JobData<JobName>;
      if (!canDo(job.name, data))
        throw new UnrecoverableError(
          encodeFailure("too_old", "This worker is too old for the job."),
        );
      const total = "tasks" in data ? data.tasks.length : 0;
      const task = { job_id: jobIdOf(job.id!), kind: job.name, total };
      const began = Date.now();
      log.info("job taken", task);
      report.begin(task.job_id, task.kind, total);
      try {
        const result = await images.run(job.name as JobName, data, (done) => {
          report.progress(done);
          job.updateProgress(done).catch(() => {});
        });
        log.info("job done", { ...task, ms: Date.now() - began });
        return result;
      } catch (error) {
        const { how, message } = asJobError(error);
        log.warn("job failed", {
          ...task,
          ms: Date.now() - began,
          how: isStopping ? "stopped" : how,
          reason: message,
        });
        throw new UnrecoverableError(
          encodeFailure(isStopping ? "stopped" : how, message),
        );
      } finally {
        report.end();
      }
    },
    {
      connection,
      concurrency: 1,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_FOR_LOST_MS,
      maxStalledCount: LOST_MAX,
      runRetryDelay: TRY_AGAIN_MS,
    },
  );

  let isAway = false;
  const noteAway = (reason: string) => {
    if (!isAway && !isStopping) log.warn("Redis does not answer", { reason });
    isAway = true;
  };
  connection.on("error", ({ message }) => noteAway(message));
  connection.on("close", () => noteAway("The connection was closed."));
  connection.on("ready", () => {
    if (isAway) log.info("Redis answers again");
    isAway = false;
  });
  // Each of the worker's own connections says the same once more while Redis is away.
  worker.on("error", ({ message }) => {
    if (!isAway) log.warn("the queue reported an error", { reason: message });
  });
  worker.once("ready", () => log.info("the worker is up"));

  return {
    async stop(graceMs) {
      isStopping = true;
      const grace = setTimeout(() => images.stop(), graceMs);
      // Without Redis nothing can be given back: it notices by itself, and another takes the job.
      if (connection.status === "ready") await worker.close();
      clearTimeout(grace);
      await report.stop();
      images.stop();
      connection.disconnect();
    },
  };
}
