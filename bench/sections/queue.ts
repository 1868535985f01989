import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { findOnPath } from "../../scripts/system/programs.mjs";
import { doJob, startJob } from "#tests/setup/calls/jobs.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import {
  startQueueSite,
  type QueueSite,
} from "#tests/setup/processes/queue.ts";
import { PICTURES_PER_JOB } from "#domain/jobs/catalogue.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { CACHE, makePhotos } from "../data.ts";
import { clock, cpuTime, measureRounds, peakMemory } from "../measure.ts";
import { compare, notMeasured, limit, unit, type Row } from "../report.ts";
import { during, onSite } from "../servers.ts";

/**
 * Compares the images per second of two workers and one. Measures how much of the CPU time of jobs as large as those of
 * Create Images the queue takes, and a worker's memory. The queue takes what Redis, the site, and the workers without
 * their image processes need more than a site without workers, which has to put the pictures in their places and write
 * rows as well.
 */
export async function measureQueue(isQuick: boolean): Promise<Row[]> {
  const perJob = isQuick ? 3 : PICTURES_PER_JOB;
  const pictures = 2 * perJob;
  const rounds = isQuick ? 1 : 3;
  const alone = await measureWithoutQueue(pictures, perJob, rounds);
  return during(startQueueSite({ workers: 2 }), async (queue) => {
    const { site, client, workers, addWorker } = queue;
    const cookie = await fill(site, pictures);
    const [, server] = /process_id:(\d+)/.exec(await client.info("server"))!;
    const measure = async () => {
      const around = [
        site.pid(),
        Number(server),
        ...workers.map(({ pid }) => pid),
      ];
      const worked = (await listProcesses(queue)).flatMap(([, ...own]) => own);
      const before = [await cpuTime(...around), await cpuTime(...worked)];
      const ms = await clock(() => deriveAll(site, cookie, pictures, perJob));
      const forQueue = (await cpuTime(...around)) - before[0]!;
      const forImages = (await cpuTime(...worked)) - before[1]!;
      return {
        rate: (1000 * pictures) / ms,
        share: (100 * (forQueue - alone)) / (forQueue + forImages),
      };
    };
    const { one, two, share } = await measureRounds(rounds, async () => {
      await workers.pop()!.kill();
      // A new worker first starts its image process, so the first pictures are not measured.
      await deriveAll(site, cookie, 2, 1);
      const one = await measure();
      await addWorker();
      await deriveAll(site, cookie, 4, 1);
      const two = await measure();
      return { one: one.rate, two: two.rate, share: two.share };
    });
    return [
      compare(
        "Pictures a second through Redis, two workers",
        unit("/s", 2),
        two,
        { name: "one worker", value: one },
        { atLeast: 1.8 },
        "the workers share both cores with the site, Redis and the benchmark",
      ),
      limit(
        `Share of a job's CPU that the queue takes, jobs of ${perJob} pictures, as Create Images makes them`,
        unit("%", 1),
        share,
        { atMost: 1 },
      ),
      limit(
        "Peak memory of a worker with its image process, JPEGs",
        unit("MB"),
        await peakOfWorker(queue),
        { atMost: 300 },
        "two Node processes, of which the one around the pictures takes a quarter, and two photographs at a time",
      ),
      await measureHeic(queue, cookie),
    ];
  });
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
const measureWithoutQueue = (
  pictures: number,
  perJob: number,
  rounds: number,
) =>
  onSite({}, async (site) => {
    const cookie = await fill(site, pictures);
    // The first ones warm it up.
    await deriveAll(site, cookie, pictures, perJob);
    const { cpu } = await measureRounds(rounds, async () => {
      const before = await cpuTime(site.pid());
      await deriveAll(site, cookie, pictures, perJob);
      return { cpu: (await cpuTime(site.pid())) - before };
    });
    return cpu;
  });

/** Each worker's process and its image processes. */
const listProcesses = ({ workers }: QueueSite) =>
  Promise.all(
    workers.map(async ({ pid }) => [pid, ...(await imageProcessesOf(pid))]),
  );

async function peakOfWorker(queue: QueueSite) {
  const peaks: number[] = [];
  for (const pids of await listProcesses(queue))
    peaks.push(await peakMemory(...pids));
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
  await site.untilIdle();
  if (site.count("photos WHERE NOT ready") > 0)
    return notMeasured(what, "the HEIC could not be read");
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
  for (let from = 0; from < count; from += perJob) {
    const pictures = photos
      .slice(from, from + perJob)
      .map(({ p_key }) => ({ of: "photo", key: p_key }));
    site.alterWith(
      "INSERT INTO jobs (job_id, kind, payload, created_dt) VALUES (?, 'derive', ?, '2026-01-01T00:00:00Z')",
      crypto.randomUUID(),
      JSON.stringify({ pictures }),
    );
  }
  // Any job that the admin starts makes the site dispatch what is in the ledger.
  await startJob(site, cookie, "/api/create-images", { path: "media/rocks" });
  await site.untilIdle();
}
