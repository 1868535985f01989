import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import sharp from "sharp";
import { findOnPath } from "../../scripts/system/find-on-path.mjs";
import { doJob, startJob } from "#tests/setup/calls/jobs.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import {
  startQueueSite,
  type QueueSite,
} from "#tests/setup/processes/queue.ts";
import { PICTURES_PER_JOB } from "#domain/jobs/catalogue.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { CACHE, makePhotos } from "../data.ts";
import { cpuTime, median, peakMemory } from "../measure.ts";
import {
  compare,
  notMeasured,
  limit,
  share,
  unit,
  type Row,
} from "../report.ts";

/**
 * Compares the images per second of two workers and one. Measures how much of a job's CPU time the queue takes, in
 * jobs of one picture, the smallest, and in jobs as large as those of Create Images; and a worker's memory. The queue
 * takes what Redis, the site, and the workers without their image processes need more than a site without workers,
 * which has to put the pictures in their places and write rows as well.
 */
export async function measureQueue(isQuick: boolean): Promise<Row[]> {
  const pictures = isQuick ? 6 : 40;
  const rounds = isQuick ? 1 : 3;
  const alone = {
    small: await measureWithoutQueue(pictures, 1, rounds),
    large: await measureWithoutQueue(pictures, PICTURES_PER_JOB, rounds),
  };
  const queue = await startQueueSite({ workers: 2 });
  try {
    const { site, client, workers, addWorker } = queue;
    const cookie = await fill(site, pictures);
    const [, server] = /process_id:(\d+)/.exec(await client.info("server"))!;
    const around = () => [
      site.pid(),
      Number(server),
      ...workers.map(({ pid }) => pid),
    ];
    const rates: Record<number, number[]> = { 1: [], 2: [] };
    const shares: Record<"small" | "large", number[]> = {
      small: [],
      large: [],
    };
    /**
     * Returns the queue's share of the CPU time that the pictures take, and how many were made a second.
     * @param withoutQueue the CPU time of a site without workers
     */
    const measure = async (perJob: number, withoutQueue: number) => {
      const [queued, worked] = [around(), await imageProcesses(queue)];
      const before = [
        await cpuTime(...queued),
        await cpuTime(...worked),
      ] as const;
      const began = performance.now();
      await deriveAll(site, cookie, pictures, perJob);
      const rate = pictures / ((performance.now() - began) / 1000);
      const forQueue = (await cpuTime(...queued)) - before[0];
      const forImages = (await cpuTime(...worked)) - before[1];
      const share = (forQueue - withoutQueue) / (forQueue + forImages);
      return { rate, share };
    };
    for (let round = 0; round < rounds; round++)
      for (const count of [1, 2]) {
        if (count === 1) await workers.pop()!.kill();
        else await addWorker();
        // A new worker first starts its image process, so the first pictures are not measured.
        await deriveAll(site, cookie, 2 * count, 1);
        const small = await measure(1, alone.small);
        rates[count]!.push(small.rate);
        shares.small.push(small.share);
        shares.large.push((await measure(PICTURES_PER_JOB, alone.large)).share);
      }
    return [
      compare(
        "Pictures a second through Redis, two workers",
        unit("/s", 2),
        median(rates[2]!),
        { name: "one worker", value: median(rates[1]!) },
        { atLeast: 1.8 },
        "the workers share both cores with the site, Redis and the benchmark",
      ),
      limit(
        `Share of a job's CPU that the queue takes, jobs of ${PICTURES_PER_JOB} pictures, as Create Images makes them`,
        share,
        median(shares.large),
        { atMost: 0.01 },
      ),
      limit("The same, jobs of one picture", share, median(shares.small)),
      limit(
        "Peak memory of a worker with its image process, JPEGs",
        unit("MB"),
        await peakOfWorker(queue),
        { atMost: 300 },
        "two Node processes, of which the one around the pictures takes a quarter, and two photographs at a time",
      ),
      await measureHeic(queue, cookie),
    ];
  } finally {
    await queue.stop();
  }
}

/** Gives a new site these photos. Returns the cookie of its admin. */
async function fill(site: Site, pictures: number) {
  const cookie = await site.signIn();
  const [photo] = await makePhotos(1);
  await mkdir(site.inStore("albums/bench"), { recursive: true });
  for (let n = 0; n < pictures; n++)
    await cp(photo!, site.inStore(`albums/bench/${n}.jpg`));
  await doJob(site, cookie, "/api/albums/sync");
  return cookie;
}

/** Returns the CPU seconds that a site without Redis and workers needs around the pictures. */
async function measureWithoutQueue(
  pictures: number,
  perJob: number,
  rounds: number,
) {
  const site = await startSite();
  try {
    const cookie = await fill(site, pictures);
    const found: number[] = [];
    // The first one warms it up.
    for (let round = 0; round <= rounds; round++) {
      const before = await cpuTime(site.pid());
      await deriveAll(site, cookie, pictures, perJob);
      if (round > 0) found.push((await cpuTime(site.pid())) - before);
    }
    return median(found);
  } finally {
    await site.stop();
  }
}

const imageProcesses = async ({ workers }: QueueSite) =>
  (await Promise.all(workers.map(({ pid }) => imageProcessesOf(pid)))).flat();

async function peakOfWorker({ workers }: QueueSite) {
  const peaks = await Promise.all(
    workers.map(async ({ pid }) => {
      const pids = [pid, ...(await imageProcessesOf(pid))];
      return (await Promise.all(pids.map(peakMemory))).reduce(
        (a, b) => a + b,
        0,
      );
    }),
  );
  return Math.max(...peaks);
}

async function measureHeic(queue: QueueSite, cookie: string) {
  const what =
    "Peak memory of a worker with its image process, a 12-megapixel HEIC";
  const file = path.join(CACHE, "photo.heic");
  if (!existsSync(file)) {
    if (!findOnPath("heif-enc"))
      return notMeasured(what, "heif-enc is not installed here");
    const [photo] = await makePhotos(1);
    const source = path.join(CACHE, "photo.png");
    await sharp(photo).png().toFile(source);
    execFileSync("heif-enc", ["-q", "50", "-o", file, source], {
      stdio: "ignore",
    });
  }
  const { site } = queue;
  await mkdir(site.inStore("albums/heic"), { recursive: true });
  for (let n = 0; n < 4; n++)
    await cp(file, site.inStore(`albums/heic/${n}.heic`));
  await doJob(site, cookie, "/api/albums/sync");
  await untilIdle(site);
  const [failed] = site.query<{ left: number }>(
    "SELECT count(*) AS left FROM photos WHERE NOT ready",
  );
  if (failed!.left > 0) return notMeasured(what, "the HEIC could not be read");
  return limit(what, unit("MB"), await peakOfWorker(queue), { atMost: 600 });
}

/** Derives this many photos again, some of them in each job. */
async function deriveAll(
  site: Site,
  cookie: string,
  count: number,
  perJob: number,
) {
  const photos = site.query<{ p_key: number }>(
    `SELECT p_key FROM photos LIMIT ${count}`,
  );
  const db = new Database(site.databasePath);
  const insert = db.prepare(
    "INSERT INTO jobs (job_id, kind, payload, created_dt) VALUES (?, 'derive', ?, '2026-01-01T00:00:00Z')",
  );
  db.transaction(() => {
    for (let from = 0; from < photos.length; from += perJob)
      insert.run(
        crypto.randomUUID(),
        JSON.stringify({
          pictures: photos
            .slice(from, from + perJob)
            .map(({ p_key }) => ({ of: "photo", key: p_key })),
        }),
      );
  })();
  db.close();
  // Any job that the admin starts makes the site dispatch what is in the ledger.
  await startJob(site, cookie, "/api/create-images", { path: "media/rocks" });
  await untilIdle(site);
}

async function untilIdle(site: Site) {
  for (;;) {
    const [busy] = site.query(
      "SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1",
    );
    if (!busy) return;
    await setTimeout(50);
  }
}
