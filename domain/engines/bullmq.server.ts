import { decodeFailure, QUEUE } from "../jobs/catalogue.ts";
import { dispatchJobs, type Engine } from "./dispatch.server.ts";

/** Jobs without a priority come first. */
const PRIORITY_OF_PARTS = 1;
const REDIS_MS = 2_000;
const TRY_AGAIN_MS = 1_000;

export async function startBullEngine(redisUrl: string): Promise<Engine> {
  // Loaded only now, because they take a quarter of a site's start and 30 MB of memory.
  const { Queue, QueueEvents } = await import("bullmq");
  const { Redis } = await import("ioredis");
  const retryStrategy = () => TRY_AGAIN_MS;
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_MS,
    connectTimeout: REDIS_MS,
    retryStrategy,
  });
  const queue = new Queue(QUEUE, {
    connection,
    // Redis may be away now and come back empty, so nothing is asked or written only once.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
  const events = new QueueEvents(QUEUE, {
    connection: { url: redisUrl, retryStrategy },
    // The oldest that Redis has, so that none is lost between two connections.
    lastEventId: "0-0",
    // How long it may take to notice a stop, or that Redis went away.
    blockingTimeout: TRY_AGAIN_MS,
    skipVersionCheck: true,
  });

  return dispatchJobs(
    "worker",
    ({ connected, heldUp, progressed, answered }) => {
      connection.on("ready", connected);
      connection.on("error", heldUp);
      queue.on("error", heldUp);
      events.on("error", heldUp);
      events.on(
        "completed",
        ({ jobId, returnvalue }) => void answered(jobId, returnvalue),
      );
      events.on(
        "failed",
        ({ jobId, failedReason }) =>
          void answered(jobId, decodeFailure(failedReason)),
      );
      events.on("progress", ({ jobId, data }) =>
        progressed(jobId, Number(data)),
      );

      return {
        hasRoom: () => connection.status === "ready",
        async handOver(tryId, { name, data }, isPart) {
          await queue.add(name, data, {
            jobId: tryId,
            attempts: 1,
            priority: isPart ? PRIORITY_OF_PARTS : undefined,
            // Its event has the answer, which is there when a site that was down comes back.
            removeOnComplete: true,
            removeOnFail: true,
          });
        },
        listHeld: () =>
          queue.getRanges(["wait", "prioritized", "active"], 0, -1),
        takeBack: async (tryId) => (await queue.remove(tryId)) === 1,
        /** Writes, because a Redis without room answers too but takes no job. */
        isReachable: () =>
          connection.set(`${QUEUE}:asked`, "", "PX", 1).then(
            () => true,
            () => false,
          ),
        countWorkers: async () => ({
          all: await queue.getWorkersCount(),
          busy: await queue.getActiveCount(),
        }),
        async stop() {
          connection.disconnect();
          await Promise.allSettled([events.close(), queue.close()]);
        },
      };
    },
  );
}
