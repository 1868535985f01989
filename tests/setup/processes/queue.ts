import { Redis } from "ioredis";
import { countApplied } from "../calls/applied.ts";
import { imageProcessesOf } from "./processes.ts";
import { startRedis, type RedisServer } from "./redis.ts";
import { startSite, type Site } from "./site.ts";
import { until } from "../until.ts";
import { startWorker, type WorkerProcess } from "./worker.ts";

/** A site with a Redis of its own, and workers. */
export interface QueueSite {
  site: Site;
  redis: RedisServer;
  /** Looks into that Redis from beside. */
  client: Redis;
  workers: WorkerProcess[];
  addWorker: () => Promise<WorkerProcess>;
  /** Waits until a worker is at a picture. */
  untilActive: () => Promise<boolean>;
  /** Stops the image process of a worker once it is at a picture; gives its process number. */
  holdImageProcess: (worker: WorkerProcess) => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts them; how often results are applied is counted. */
export async function startQueueSite({
  workers: count,
}: {
  workers: number;
}): Promise<QueueSite> {
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
    },
  });
  countApplied(site);
  const workers: WorkerProcess[] = [];
  const held: number[] = [];
  const addWorker = async () => {
    const { mediaDir } = site;
    const worker = await startWorker({ redisUrl: redis.url, mediaDir });
    workers.push(worker);
    return worker;
  };
  for (let n = 0; n < count; n++) await addWorker();

  return {
    site,
    redis,
    client,
    workers,
    addWorker,
    untilActive: () =>
      until(async () =>
        (await client.llen("bull:pictures:active")) > 0 ? true : undefined,
      ),
    holdImageProcess: async (worker) => {
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

/** A stopped process does not see that its parent has gone. */
function endIfThere(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Its worker has ended it.
  }
}
