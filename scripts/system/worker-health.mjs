import { Redis } from "ioredis";

/** Ends with 0 if a worker on this machine is connected to the queue, else with 1 and the reason. */
const redis = new Redis(process.env.REDIS_URL, {
  connectTimeout: 3_000,
  commandTimeout: 3_000,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
}).on("error", () => {});

const hostOf = (client) => / addr=(.*?):\d+ /.exec(client)?.[1];

try {
  const host = hostOf(await redis.client("INFO"));
  const clients = String(await redis.client("LIST")).split("\n");
  // BullMQ names a worker's waiting connection after its queue alone; the site's connections have longer names.
  const isWorker = (client) =>
    / name=bull:[^: ]+ /.test(client) && hostOf(client) === host;
  if (!clients.some(isWorker)) throw new Error("no worker is connected");
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  redis.disconnect();
}
