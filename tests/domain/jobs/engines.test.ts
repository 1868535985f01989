import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { Redis } from "ioredis";
import sharp from "sharp";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import type { ImageProcessOptions } from "#domain/jobs/image-process.server.ts";
import { startBullEngine } from "#domain/jobs/bullmq.server.ts";
import { startEmbeddedEngine } from "#domain/jobs/embedded.server.ts";
import {
  claimJob,
  recordJob,
  startDueJobs,
  type JobRow,
} from "#domain/jobs/ledger.server.ts";
import { cancelJob, failTry, finishJob } from "#domain/jobs/outcomes.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { startWorker } from "#worker/worker.ts";
import { ensureBuilt } from "../../../scripts/system/prepare.mjs";
import { fixture } from "#tests/fixtures/index.ts";
import { startRedis, type RedisServer } from "#tests/setup/processes/redis.ts";
import { until } from "#tests/setup/until.ts";

const STAND_IN = { script: "tests/domain/jobs/stand-in-image-process.mjs" };

let redis: RedisServer;
let redisClient: Redis;
beforeAll(async () => {
  requireStore();
  await ensureBuilt();
  redis = await startRedis();
  redisClient = new Redis(redis.url);
});
afterAll(async () => {
  redisClient.disconnect();
  await redis.stop();
});

/** Each with two pictures at a time; what it gives ends it. */
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
        engine.stop(0),
        ...workers.map((worker) => worker.stop(0)),
      ]);
      await redisClient.flushall();
    };
  },
};

describe.each(Object.entries(engines))("the %s engine", (_, startEngine) => {
  let stop = () => Promise.resolve();
  const start = (options: ImageProcessOptions = STAND_IN) =>
    (stop = startEngine(options));

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

  test("begins finds in the order of their coming, and before the parts of a large job", async () => {
    const many = plan(["part-1.jpg", "part-2.jpg"]);
    await parts(many);
    const asked = ["hold.jpg", "a.jpg", "b.jpg", "c.jpg", "d.jpg"].map(
      (name) => record([name]).job,
    );
    start();
    await untilOver(many);
    expect((await begun()).filter((name) => name !== "hold.jpg")).toEqual([
      "a.jpg",
      "b.jpg",
      "c.jpg",
      "d.jpg",
      "part-1.jpg",
      "part-2.jpg",
    ]);
    await letGo();
    for (const id of asked) await untilOver(id);
  });

  test("tries a picture that fails three times with growing waits, then sets it aside with its reason", async () => {
    const { job, keys } = record(["broken.jpg"]);
    start();
    const waits: number[] = [];
    for (const tries of [1, 2]) {
      const asked = Date.now();
      const { run_after } = await until(() =>
        jobOf(job).attempts === tries && jobOf(job).state === "queued"
          ? jobOf(job)
          : undefined,
      );
      waits.push(run_after - asked);
      hurry();
    }
    expect(waits[1]).toBeGreaterThan(waits[0]!);
    expect(await untilOver(job)).toMatchObject({
      state: "failed",
      attempts: 3,
      error: "broken",
    });
    expect(rockOf(keys[0]!)).toMatchObject({ ready: false, error: "broken" });
    expect(await begun()).toHaveLength(3);
  });

  test("tries a job that is refused as a whole again, and then its pictures one by one", async () => {
    const { job, keys } = record(["a.jpg", "refuse.jpg", "b.jpg"]);
    start();
    await untilAll(["succeeded", "failed"], hurry);
    expect(jobOf(job).state).toBe("succeeded");
    expect(keys.map((key) => rockOf(key))).toMatchObject([
      { ready: true, error: null },
      { ready: false, error: "refused" },
      { ready: true, error: null },
    ]);
  });

  test("tells how far a job is while it runs", async () => {
    const { job } = record(["a.jpg", "b.jpg", "hold.jpg"]);
    start();
    await until(() => (jobOf(job).done === 2 ? true : undefined));
    expect(jobOf(job)).toMatchObject({ state: "running", total: 3 });
    await letGo();
    expect(await untilOver(job)).toMatchObject({ state: "succeeded", done: 3 });
  });

  test("counts a large job from its parts, and sums it up", async () => {
    const names = Array.from({ length: 45 }, (_, i) => `${i}.jpg`);
    const many = plan([...names, "broken.jpg"]);
    await parts(many);
    start();
    await untilAll(["succeeded", "failed"], hurry);
    expect(jobOf(many)).toMatchObject({
      state: "succeeded",
      done: 46,
      total: 46,
      message: "45 images made, 1 failed",
    });
    expect(applied()).toHaveLength(45);
  });

  test("drops what waits when a job is cancelled, and finishes what runs", async () => {
    const names = Array.from({ length: 55 }, (_, i) => `hold-${i}.jpg`);
    const many = plan(names);
    await parts(many);
    start();
    await until(async () => ((await begun()).length === 2 ? true : undefined));
    expect(cancelJob(many)).toBe(true);
    expect(cancelJob(many)).toBe(false);
    await until(() => (childrenOf(many).length === 2 ? true : undefined));
    await letGo();
    await untilAll(["succeeded", "failed"]);
    expect(jobOf(many)).toMatchObject({
      state: "failed",
      error: "Cancelled after 0 of 55.",
    });
    expect(applied()).toHaveLength(40);
    expect(await begun()).toHaveLength(40);
  });

  test("goes on with another image process when one crashes", async () => {
    const { job, keys } = record(["stumble.jpg"]);
    start();
    expect(await untilOver(job)).toMatchObject({
      state: "succeeded",
      crashes: 1,
    });
    expect(applied()).toEqual(keys);
  });

  test("sets a picture aside that takes its process down twice, and makes all others", async () => {
    const before = record(["a.jpg"]);
    const poison = record(["poison.jpg"]);
    const after = record(["b.jpg", "c.jpg"]);
    start();
    for (const { job } of [before, poison, after]) await untilOver(job);
    expect(jobOf(poison.job)).toMatchObject({
      state: "failed",
      crashes: 2,
      error: expect.stringContaining("SIGSEGV"),
    });
    expect(rockOf(poison.keys[0]!)).toMatchObject({
      ready: false,
      error: expect.stringContaining("SIGSEGV"),
    });
    expect(applied()).toEqual([...before.keys, ...after.keys].sort());
    expect((await begun()).filter((name) => name === "poison.jpg")).toEqual([
      "poison.jpg",
      "poison.jpg",
    ]);
  });

  test("sets only the poison among twenty aside", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${i}.jpg`);
    names[7] = "poison.jpg";
    const many = plan(names);
    await parts(many);
    start();
    await untilAll(["succeeded", "failed"], hurry);
    expect(jobOf(many)).toMatchObject({
      state: "succeeded",
      done: 20,
      message: "19 images made, 1 failed",
    });
    expect(applied()).toHaveLength(19);
    expect((await begun()).filter((name) => name === "poison.jpg")).toEqual([
      "poison.jpg",
      "poison.jpg",
    ]);
  });

  test("lets two work at the same picture, whose derivatives are whole", async () => {
    const [key] = addRocks(["original.jpg"]);
    const place = `catalog/${rockOf(key!).rock_number}`;
    await mkdir(onDisk(`${place}/original`), { recursive: true });
    await writeFile(
      onDisk(`${place}/original/original.jpg`),
      await readFile(fixture("orientation-6.jpg")),
    );
    const six = Array.from({ length: 6 }, () => recordFor([key!]));
    start({});
    for (const id of six)
      expect(await untilOver(id)).toMatchObject({
        state: "succeeded",
        attempts: 0,
      });
    expect(rockOf(key!)).toMatchObject({ ready: true, error: null });
    for (const name of ["a", "a_sm"])
      await sharp(onDisk(`${place}/${name}.webp`), {
        failOn: "warning",
      }).stats();
    expect(applied()).toHaveLength(6);
  });

  describe("with a picture that asks for too much", () => {
    let key: number;
    beforeEach(async () => {
      [key] = addRocks(["large.png"]) as [number];
      const folder = `catalog/${rockOf(key).rock_number}/original`;
      await mkdir(onDisk(folder), { recursive: true });
      await sharp({
        create: { width: 9000, height: 9000, channels: 3, background: "#c52" },
        limitInputPixels: false,
      })
        // Interlaced, it has to be decoded as a whole.
        .png({ compressionLevel: 1, progressive: true })
        .toFile(onDisk(`${folder}/large.png`));
    });

    test.each<[string, ImageProcessOptions, RegExp]>([
      ["time", { timeLimit: 200 }, /longer than 0\.2 seconds/],
      ["memory", { memoryMax: 300_000_000 }, /more than 300 MB of memory/],
    ])(
      "ends it at its limit of %s, twice, and sets it aside",
      async (_, limit, reason) => {
        const id = recordFor([key]);
        start(limit);
        expect(await untilOver(id)).toMatchObject({
          state: "failed",
          crashes: 2,
          error: expect.stringMatching(reason),
        });
        expect(rockOf(key).error).toMatch(reason);
      },
    );
  });

  test("hands out again what was running when the site died", async () => {
    const { job, keys } = record(["a.jpg"]);
    expect(claimJob()?.job_id).toBe(job);
    expect(claimJob()).toBeUndefined();
    start();
    expect(await untilOver(job)).toMatchObject({ state: "succeeded" });
    expect(applied()).toEqual(keys);
  });

  test("takes up again what it was stopped in", async () => {
    const { job, keys } = record(["hold.jpg"]);
    start();
    await until(async () => ((await begun()).length > 0 ? true : undefined));
    await stop();
    expect(jobOf(job)).toMatchObject({ state: "running", attempts: 0 });
    await letGo();
    start();
    expect(await untilOver(job)).toMatchObject({
      state: "succeeded",
      attempts: 0,
      crashes: 0,
    });
    expect(applied()).toEqual(keys);
  });

  test("changes nothing at a late or a second answer", async () => {
    const { job, keys } = record(["a.jpg"]);
    const claimed = claimJob()!;
    start();
    await untilOver(job);
    const ended = jobOf(job);
    const figures = { width: 9, height: 9, taken_dt: null, bytes: 9 };
    await finishJob(claimed, {
      pictures: [{ id: 0, ...figures, mtime_ms: 9 }],
    });
    await finishJob(claimed, { pictures: [{ id: 0, error: "late" }] });
    await failTry(claimed, { how: "crash", message: "late" });
    expect(jobOf(job)).toEqual(ended);
    expect(rockOf(keys[0]!)).toMatchObject({ ready: true, error: null });
    expect(applied()).toEqual(keys);
  });

  test("takes a picture that was deleted meanwhile for no failure", async () => {
    const waiting = record(["a.jpg"]);
    const running = record(["hold.jpg"]);
    getDb().delete(rocks).where(eq(rocks.rc_key, waiting.keys[0]!)).run();
    start();
    expect(await untilOver(waiting.job)).toMatchObject({
      state: "succeeded",
      error: null,
    });
    await until(async () => ((await begun()).length > 0 ? true : undefined));
    getDb().delete(rocks).run();
    await letGo();
    expect(await untilOver(running.job)).toMatchObject({
      state: "succeeded",
      error: null,
    });
  });

  test("writes an outcome that the database would not take once it takes it again", async () => {
    const { job, keys } = record(["hold.jpg"]);
    start();
    await until(async () => ((await begun()).length > 0 ? true : undefined));
    let refused = 0;
    let isFull = true;
    const db = getDb().$client;
    db.function("refuse", () => {
      if (!isFull) return 0;
      refused++;
      throw new Error("database or disk is full");
    });
    db.exec(
      "CREATE TEMP TRIGGER full BEFORE UPDATE ON jobs BEGIN SELECT refuse(); END",
    );
    await letGo();
    await until(() => (refused > 2 ? true : undefined));
    expect(jobOf(job)).toMatchObject({ state: "running", attempts: 0 });
    isFull = false;
    expect(await untilOver(job)).toMatchObject({
      state: "succeeded",
      attempts: 0,
    });
    expect(applied()).toEqual(keys);
    db.exec("DROP TRIGGER full");
  });
});

// ── What the tests ask for, and look at ────────────────────────────────────────────────────────

let rockNumber = 1;
/** Rocks of the catalogue whose pictures are of those names. */
function addRocks(names: string[]) {
  return names.map(
    (original_file) =>
      getDb()
        .insert(rocks)
        .values({ rock_number: rockNumber++, original_file })
        .returning()
        .get().rc_key,
  );
}

const recordFor = (keys: number[]) => {
  const id = getDb().transaction((tx) =>
    recordJob(tx, "derive", {
      pictures: keys.map((key) => ({ of: "catalogue" as const, key })),
    }),
  );
  startDueJobs();
  return id;
};

function record(names: string[]) {
  const keys = addRocks(names);
  return { keys, job: recordFor(keys) };
}

/** A job for all pictures of these names; `parts` makes its parts known without the engine. */
function plan(names: string[]) {
  addRocks(names);
  return getDb().transaction((tx) =>
    recordJob(tx, "create-images", { folder: "", regenerate: true }),
  );
}

async function parts(job: string) {
  const claimed = claimJob()!;
  expect(claimed.job_id).toBe(job);
  const originals = getDb()
    .select()
    .from(rocks)
    .all()
    .map(({ rock_number, original_file }) => ({
      original: `catalog/${rock_number}/original/${original_file}`,
      isDone: false,
    }));
  await finishJob(claimed, { originals });
}

const jobOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.job_id, id)).get()!;
const childrenOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.parent_id, id)).all();
const rockOf = (key: number) =>
  getDb().select().from(rocks).where(eq(rocks.rc_key, key)).get()!;

const untilOver = (id: string): Promise<JobRow> =>
  until(() =>
    ["succeeded", "failed"].includes(jobOf(id).state) ? jobOf(id) : undefined,
  );
const untilAll = (states: string[], meanwhile = () => {}) =>
  until(() => {
    meanwhile();
    const all = getDb().select().from(jobs).all();
    return all.every(({ state }) => states.includes(state)) ? true : undefined;
  });

/** Makes what waits for its next try due. */
function hurry() {
  const waiting = getDb()
    .update(jobs)
    .set({ run_after: 0 })
    .where(eq(jobs.state, "queued"))
    .run();
  if (waiting.changes > 0) startDueJobs();
}

/** The rocks whose result was applied, each as often as it was. */
const applied = () =>
  getDb()
    .$client.prepare<[], { rc_key: number }>(
      "SELECT rc_key FROM applied ORDER BY rc_key",
    )
    .all()
    .map(({ rc_key }) => rc_key);

/** The pictures that the stand-in has begun, in their order. */
const begun = async () =>
  (await readFile(path.join(onDisk(""), "begun"), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean);

/** Lets pictures go on that are held. */
const letGo = () => writeFile(onDisk("go"), "");
