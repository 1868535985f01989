import { UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import {
  readTask,
  asJobError,
  encodeFailure,
  type Failure,
  type JobTask,
  QUEUE,
  WORKER_KEY,
  WORKER_SILENT_MS,
} from "#domain/jobs/catalogue.ts";
import {
  beginning,
  newReport,
  prepareImageProcess,
  type ImageProcessOptions,
} from "#domain/jobs/image-process.server.ts";
import { log } from "#core/log.server.ts";
import { randomUUID } from "node:crypto";

/** How long a worker may be silent before another gets its job, and how often Redis is searched for such jobs. */
const LOCK_MS = 6_000;
const LOOK_FOR_LOST_MS = 3_000;
/** Number of times that a job's worker may die before the job fails. */
const LOST_MAX = 5;
const TRY_AGAIN_MS = 1_000;

export interface RunningWorker {
  /** Gives the running job this many milliseconds to finish, then hands it back. */
  stop(graceMs: number): Promise<void>;
}

/** An error after which BullMQ doesn't try the job again, because the site decides what happens to it. */
const failed = (failure: Failure) =>
  new UnrecoverableError(encodeFailure(failure));

function read({ name, data }: { name: string; data: unknown }) {
  try {
    return readTask("worker", name, data);
  } catch (error) {
    throw failed(asJobError(error));
  }
}

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
      const task = read(job);
      const { job_id, kind, total } = report.begin(job.id!, task);
      const about = { job_id, kind, total };
      const began = Date.now();
      log.info("job taken", about);
      try {
        const result = await images.run(task, (done) => {
          report.progress(done);
          job.updateProgress(done).catch(() => {});
        });
        log.info("job done", { ...about, ms: Date.now() - began });
        return result;
      } catch (error) {
        const { kind, message } = asJobError(error);
        const failure = {
          kind: isStopping ? "stopped" : kind,
          message,
        } as const;
        log.warn("job failed", {
          ...about,
          ms: Date.now() - began,
          how: failure.kind,
          reason: message,
        });
        throw failed(failure);
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
    async stop(graceMs) {
      isStopping = true;
      const grace = setTimeout(() => images.stop(), graceMs);
      // Without Redis, the job can't be handed back. Another worker gets it once its lock has run out.
      if (connection.status === "ready") await worker.close();
      clearTimeout(grace);
      await report.stop();
      images.stop();
      connection.disconnect();
    },
  };
}

/** Reports this worker's activity to the site, through Redis. Nothing is sent while Redis is away. */
export function startReport(connection: Redis) {
  const report = newReport(randomUUID());
  const key = WORKER_KEY + report.id;
  const isThere = () => connection.status === "ready";

  function send() {
    if (!isThere()) return;
    connection
      .set(key, JSON.stringify(report), "PX", WORKER_SILENT_MS)
      .catch(() => {});
  }

  connection.on("ready", send);
  const repeat = setInterval(send, WORKER_SILENT_MS / 3).unref();
  return {
    begin(tryId: string, task: JobTask) {
      const job = (report.job = beginning(tryId, task));
      send();
      return job;
    },
    progress(done: number) {
      if (report.job) report.job.done = done;
      send();
    },
    end() {
      report.job = null;
      report.jobs_done++;
      send();
    },
    async stop() {
      clearInterval(repeat);
      connection.off("ready", send);
      if (isThere()) await connection.del(key).catch(() => {});
    },
  };
}
