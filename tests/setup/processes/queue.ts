import { Redis } from "ioredis";
import { countApplied } from "../calls/applied.ts";
import { imageProcessesOf } from "./processes.ts";
import { startRedis } from "./redis.ts";
import { startSite } from "./site.ts";
import { until } from "../until.ts";
import { startWorker, type WorkerProcess } from "./worker.ts";

/** A site with its own Redis and workers. */
export type QueueSite = Awaited<ReturnType<typeof startQueueSite>>;

/** Starts them, and counts from the start how often results are applied. `env` adds settings of the site. */
export async function startQueueSite({
  workers: count,
  env = {},
}: {
  workers: number;
  env?: Record<string, string>;
}) {
  const redis = await startRedis();
  const client = new Redis(redis.url, { retryStrategy: () => 100 }).on(
    "error",
    () => {},
  );
  const site = await startSite({
    env: {
      REDIS_URL: redis.url,
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
      ...env,
    },
  });
  countApplied(site);
  const workers: WorkerProcess[] = [];
  const held: number[] = [];
  const addWorker = async (leadsGroup = false) => {
    const { mediaDir } = site;
    const worker = await startWorker({
      redisUrl: redis.url,
      mediaDir,
      leadsGroup,
    });
    workers.push(worker);
    return worker;
  };
  for (let n = 0; n < count; n++) await addWorker();

  return {
    site,
    redis,
    /** A connection to that Redis. */
    client,
    workers,
    addWorker,
    /** Waits until a worker works on a picture. */
    untilActive: () =>
      until(async () => (await client.llen("bull:pictures:active")) > 0),
    /** Pauses a worker's image process as soon as it works on a picture. Returns the id of the process. */
    holdImageProcess: async (worker: WorkerProcess) => {
      const pid = await until(
        async () => (await imageProcessesOf(worker.pid))[0],
      );
      process.kill(pid, "SIGSTOP");
      held.push(pid);
      return pid;
    },
    stop: async () => {
      client.disconnect();
      await Promise.all(workers.map((worker) => worker.kill("SIGKILL")));
      held.forEach(endIfThere);
      await site.stop();
      await redis.stop();
    },
  };
}

/** Needed because a paused process doesn't notice that its parent is gone. */
function endIfThere(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Its worker has already ended it.
  }
}
