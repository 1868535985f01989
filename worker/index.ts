import { UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import { Mishap, prepareImageProcess } from "#domain/image-process.server.ts";
import type { JobData, JobName } from "#domain/job-catalogue.ts";
import { encodeFailure, QUEUE } from "#domain/job-queue.ts";
import { log } from "#domain/log.server.ts";
import { getSettings } from "#domain/settings.server.ts";

/** The worker: takes jobs from Redis, one at a time, and lets an image process do them. */

/** How long a worker may be silent before its job is given to another, and how often that is looked for. */
const LOCK_MS = 10_000;
const LOOK_FOR_LOST_MS = 5_000;
/** A job's workers may be killed so often before the site is told that it failed. */
const LOST_MAX = 5;
/** A stop is over within 10 seconds. */
const STOP_MS = 8_000;

const { REDIS_URL } = getSettings();
if (!REDIS_URL) {
  process.stderr.write(
    "REDIS_URL is not set; it takes the address of the Redis that the site uses.\n",
  );
  process.exit(1);
}

const images = prepareImageProcess();
let isStopping = false;

const connection = new Redis(REDIS_URL, {
  maxRetriesPerRequest: null,
  retryStrategy: () => 1_000,
});
const worker = new Worker(
  QUEUE,
  async (job) => {
    try {
      return await images.run(
        job.name as JobName,
        job.data as JobData<JobName>,
        (done) => void job.updateProgress(done).catch(() => {}),
      );
    } catch (error) {
      const { how, message } =
        error instanceof Mishap ? error : new Mishap("error", String(error));
      throw new UnrecoverableError(
        encodeFailure(isStopping ? "stopped" : how, message),
      );
    }
  },
  {
    connection,
    concurrency: 1,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_LOST_MS,
    maxStalledCount: LOST_MAX,
  },
);

let told = "";
const tellOnce = (error: Error) => {
  if (error.message !== told)
    log.warn("Redis does not answer", { reason: error.message });
  told = error.message;
};
connection.on("error", tellOnce);
worker.on("error", tellOnce);
worker.on("ready", () => {
  told = "";
  log.info("the worker is up");
});
worker.on("completed", (job) =>
  log.debug("a job is done", { job_id: job.id, kind: job.name }),
);

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => {
    isStopping = true;
    log.info("stopping", { signal });
    // What is not done by then is given back, for another worker to begin again.
    setTimeout(() => images.stop(), STOP_MS).unref();
    setTimeout(() => process.exit(0), STOP_MS + 1_000).unref();
    void worker.close().finally(() => process.exit(0));
  });
