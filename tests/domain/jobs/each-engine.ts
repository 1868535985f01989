import { mkdir, readdir, rm } from "node:fs/promises";
import { Redis } from "ioredis";
import { afterEach, beforeAll, beforeEach, describe } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import { startBullEngine } from "#domain/engines/bullmq.server.ts";
import { startEmbeddedEngine } from "#domain/engines/engine.server.ts";
import type { ImageProcessOptions } from "#domain/jobs/image-process.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { startWorker } from "#worker/worker.ts";
import { startRedis, type RedisServer } from "#tests/setup/processes/redis.ts";

const STAND_IN = { script: "tests/domain/jobs/stand-in-image-process.mjs" };

interface TestEngine {
  /** Starts it for two pictures at a time. Without options, its image processes are stand-ins. */
  start: (options?: ImageProcessOptions) => void;
  /** Only for a test that starts it again; it's stopped after each test anyway. */
  stop: () => Promise<void>;
}

export const ENGINES = ["embedded", "BullMQ"] as const;

/** Runs the tests on each engine, with an empty store and no jobs. */
export function describeEachEngine(
  tests: (engine: TestEngine) => void,
  names: readonly (typeof ENGINES)[number][] = ENGINES,
) {
  let redis: RedisServer;
  let redisClient: Redis;
  beforeAll(async () => {
    requireStore();
    if (!names.includes("BullMQ")) return undefined;
    redis = await startRedis();
    redisClient = new Redis(redis.url);
    return async () => {
      redisClient.disconnect();
      await redis.stop();
    };
  });

  const engines = {
    embedded(options: ImageProcessOptions) {
      const engine = startEmbeddedEngine(options);
      return () => engine.stop(0);
    },
    BullMQ(options: ImageProcessOptions) {
      const workers = [
        startWorker(redis.url, options),
        startWorker(redis.url, options),
      ];
      const engine = startBullEngine(redis.url);
      return async () => {
        await Promise.all([
          engine.then((engine) => engine.stop(0)),
          ...workers.map((worker) => worker.stop(0)),
        ]);
        await redisClient.flushall();
      };
    },
  };

  describe.each(names)("the %s engine", (name) => {
    let stop = () => Promise.resolve();

    beforeEach(async () => {
      await mkdir(onDisk(""), { recursive: true });
      getDb().$client.exec(`
        CREATE TABLE applied (rc_key INTEGER);
        CREATE TRIGGER count_applied AFTER UPDATE OF ready ON rocks WHEN new.ready
        BEGIN INSERT INTO applied VALUES (new.rc_key); END`);
    });
    afterEach(async () => {
      await stop();
      stop = () => Promise.resolve();
      getDb().$client.exec("DROP TRIGGER count_applied; DROP TABLE applied");
      getDb().delete(jobs).run();
      getDb().delete(rocks).run();
      for (const name of await readdir(onDisk("")))
        if (name !== ".store-id") await rm(onDisk(name), { recursive: true });
    });

    tests({
      start: (options = STAND_IN) => void (stop = engines[name](options)),
      stop: () => stop(),
    });
  });
}
