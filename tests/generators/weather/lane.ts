import path from "node:path";
import { countApplied } from "../../setup/calls/applied.ts";
import { startRedis, type RedisServer } from "../../setup/processes/redis.ts";
import { startSite, type Site } from "../../setup/processes/site.ts";
import { mountSmallDisk } from "../../setup/processes/small-disk.ts";
import { startWorker } from "../../setup/processes/worker.ts";
import { makeHooks, type Hooks } from "./hooks/hooks.ts";
import { Power } from "./hooks/power.ts";

/** Some more than the site keeps free for itself, so that it takes finds. */
const DISK = "size=112m";

/** What a seed is played on: a site and what it needs. Seeds follow each other on it. */
export type Lane = Awaited<ReturnType<typeof openLane>>;

export async function openLane(hasQueue: boolean) {
  const hooks = makeHooks();
  /** Database and store are on it. Undefined if this process may mount none. */
  const disk = mountSmallDisk(DISK);
  const redis = hasQueue ? await startRedis() : undefined;
  const site = await startSite({
    env: {
      ...hooks.env,
      ...(disk && {
        DATABASE_PATH: path.join(disk.folder, "site.sqlite"),
        MEDIA_DIR: path.join(disk.folder, "media"),
      }),
      ...(redis && { REDIS_URL: redis.url }),
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
      LOGIN_LIMIT: "off",
    },
  });
  /** A site without it has its image processes itself. */
  const queue = redis && { redis, worker: await addWorker(redis, site, hooks) };
  const power = new Power(hooks.notes, site.mediaDir);
  power.settle();
  countApplied(site);
  let cookie: string | undefined = await site.signIn();
  return {
    site,
    hooks,
    power,
    disk,
    queue,
    /** The cookie of the admin's session. Signs in again if `isOver` says that the session has ended. */
    session: async (isOver = false) =>
      isOver ? (cookie = await site.signIn().catch(() => undefined)) : cookie,
    stop: async () => {
      await queue?.worker.kill("SIGKILL");
      site.letGo();
      await site.kill("SIGKILL");
      await site.stop();
      await redis?.stop();
      disk?.remove();
      hooks.remove();
    },
  };
}

export const addWorker = (
  { url }: RedisServer,
  { mediaDir }: Site,
  { workerEnv }: Hooks,
) => startWorker({ redisUrl: url, mediaDir, env: workerEnv });
