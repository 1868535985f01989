import { UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import {
  readTask,
  asJobError,
  encodeFailure,
  countTasks,
  jobIdOf,
  JobError,
  QUEUE,
} from "#domain/jobs/catalogue.ts";
import {
  prepareImageProcess,
  type ImageProcessOptions,
} from "#domain/jobs/image-process.server.ts";
import { log } from "#core/log.server.ts";

/** How long a worker may be silent before another gets its job, and how often Redis is searched for such jobs. */
const LOCK_MS = 6_000;
const LOOK_FOR_LOST_MS = 3_000;
/** Number of times that a job's worker may die before the job fails. */
const LOST_MAX = 5;
const TRY_AGAIN_MS = 1_000;

/** An error after which BullMQ doesn't try the job again, because the site decides what happens to it. */
const failed = (failure: JobError) =>
  new UnrecoverableError(encodeFailure(failure));

function read({ name, data }: { name: string; data: unknown }) {
  try {
    return readTask("worker", name, data);
  } catch (error) {
    throw failed(asJobError(error));
  }
}

export function startWorker(redisUrl: string, options?: ImageProcessOptions) {
  const images = prepareImageProcess(options);
  let isStopping = false;
  const connection = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    retryStrategy: () => TRY_AGAIN_MS,
  });
  const worker = new Worker(
    QUEUE,
    async (job) => {
      const task = read(job);
      const about = {
        job_id: jobIdOf(job.id!),
        kind: task.name,
        total: countTasks(task),
      };
      const began = Date.now();
      log.info("job taken", about);
      try {
        const result = await images.run(task, (done) => {
          job.updateProgress(done).catch(() => {});
        });
        log.info("job done", { ...about, ms: Date.now() - began });
        return result;
      } catch (error) {
        const { kind, message } = asJobError(error);
        const how = isStopping ? "stopped" : kind;
        const ms = Date.now() - began;
        log.warn("job failed", { ...about, ms, how, reason: message });
        throw failed(new JobError(how, message));
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
  const reportAway = (reason: string) => {
    if (!isAway && !isStopping) log.warn("Redis does not answer", { reason });
    isAway = true;
  };
  connection.on("error", ({ message }) => reportAway(message));
  connection.on("close", () => reportAway("The connection was closed."));
  connection.on("ready", () => {
    if (isAway) log.info("Redis answers again");
    isAway = false;
  });
  // While Redis is away, each connection of the worker reports it again.
  worker.on("error", ({ message }) => {
    if (!isAway) log.warn("the queue reported an error", { reason: message });
  });
  worker.once("ready", () => log.info("the worker is up"));

  return {
    /** Gives the running job this many milliseconds to finish, then hands it back. */
    async stop(graceMs: number) {
      isStopping = true;
      const grace = setTimeout(() => images.stop(), graceMs);
      // Without Redis, the job can't be handed back. Another worker gets it once its lock has run out.
      if (connection.status === "ready") await worker.close();
      clearTimeout(grace);
      images.stop();
      connection.disconnect();
    },
  };
}
