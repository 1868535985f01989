import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import sharp from "sharp";
import { findOnPath } from "../../../scripts/system/find-on-path.mjs";
import { inStore, query, signIn } from "#tests/setup/calls/site-calls.ts";
import { doJob, startJob } from "#tests/setup/calls/jobs.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import {
  startQueueSite,
  type QueueSite,
} from "#tests/setup/processes/queue.ts";
import { CACHE, photos } from "../data.ts";
import { cpuOf, median, peakOf } from "../measure.ts";
import {
  compare,
  leftOut,
  limit,
  SECTIONS,
  share,
  unit,
  type Row,
} from "../report.ts";

const section = SECTIONS.images;

/**
 * Images a second of two workers against one, how much of a job's CPU time the queue takes (Redis, the
 * workers around their image processes, and the site), and a worker's memory. A picture a job, as finds have it.
 */
export async function measureQueue(isQuick: boolean): Promise<Row[]> {
  const pictures = isQuick ? 6 : 40;
  const rounds = isQuick ? 1 : 3;
  const queue = await startQueueSite({ workers: 2 });
  try {
    const { site, client, workers, addWorker } = queue;
    const cookie = await signIn(site);
    const [photo] = await photos(1);
    await mkdir(inStore(site, "albums/bench"), { recursive: true });
    for (let n = 0; n < pictures; n++)
      await cp(photo!, inStore(site, `albums/bench/${n}.jpg`));
    await doJob(site, cookie, "/api/albums/sync");

    const [, server] = /process_id:(\d+)/.exec(await client.info("server"))!;
    const around = () => [
      site.pid(),
      Number(server),
      ...workers.map(({ pid }) => pid),
    ];
    const rates: Record<number, number[]> = { 1: [], 2: [] };
    const shares: number[] = [];
    for (let round = 0; round < rounds; round++)
      for (const count of [1, 2]) {
        if (count === 1) await workers.pop()!.kill();
        else await addWorker();
        // Once before: a new worker has its image process to start.
        await deriveAll(queue, cookie, 2 * count);
        const [queued, worked] = [around(), await imageProcesses(queue)];
        const before = [
          await cpuOf(...queued),
          await cpuOf(...worked),
        ] as const;
        const began = performance.now();
        await deriveAll(queue, cookie, pictures);
        rates[count]!.push(pictures / ((performance.now() - began) / 1000));
        const forQueue = (await cpuOf(...queued)) - before[0];
        const forImages = (await cpuOf(...worked)) - before[1];
        shares.push(forQueue / (forQueue + forImages));
      }
    return [
      compare(
        {
          section,
          what: "Pictures a second through Redis, two workers",
          format: unit("/s", 2),
          value: median(rates[2]!),
          stop: "both cores are shared with the site, Redis and what measures",
        },
        { name: "one worker", value: median(rates[1]!) },
        { atLeast: 1.8 },
      ),
      limit(
        {
          section,
          what: "What the queue takes of a job's CPU",
          format: share,
          value: median(shares),
          stop: "BullMQ, the ledger and the hand-over to the image process take as long for a job of one picture as for one of twenty, as Create Images hands them out",
        },
        { atMost: 0.01 },
      ),
      limit(
        {
          section,
          what: "Memory of a worker on JPEGs, with its image process, peak",
          format: unit("MB"),
          value: await peakOfWorker(queue),
          stop: "two Node processes, of which the one around the pictures takes a fourth, and two photographs at a time",
        },
        { atMost: 300 },
      ),
      await measureHeic(queue, cookie),
    ];
  } finally {
    await queue.stop();
  }
}

const imageProcesses = async ({ workers }: QueueSite) =>
  (await Promise.all(workers.map(({ pid }) => imageProcessesOf(pid)))).flat();

async function peakOfWorker({ workers }: QueueSite) {
  const peaks = await Promise.all(
    workers.map(async ({ pid }) => {
      const pids = [pid, ...(await imageProcessesOf(pid))];
      return (await Promise.all(pids.map(peakOf))).reduce((a, b) => a + b, 0);
    }),
  );
  return Math.max(...peaks);
}

async function measureHeic(queue: QueueSite, cookie: string) {
  const what = "Memory of a worker on a 12-megapixel HEIC, peak";
  const file = path.join(CACHE, "photo.heic");
  if (!existsSync(file)) {
    if (!findOnPath("heif-enc"))
      return leftOut(section, what, "heif-enc could not be had here");
    const [photo] = await photos(1);
    const source = path.join(CACHE, "photo.png");
    await sharp(photo).png().toFile(source);
    execFileSync("heif-enc", ["-q", "50", "-o", file, source], {
      stdio: "ignore",
    });
  }
  const { site } = queue;
  await mkdir(inStore(site, "albums/heic"), { recursive: true });
  for (let n = 0; n < 4; n++)
    await cp(file, inStore(site, `albums/heic/${n}.heic`));
  await doJob(site, cookie, "/api/albums/sync");
  await untilIdle(queue);
  const [failed] = query<{ left: number }>(
    site,
    "SELECT count(*) AS left FROM photos WHERE NOT ready",
  );
  if (failed!.left > 0)
    return leftOut(section, what, "the HEIC could not be read");
  return limit(
    { section, what, format: unit("MB"), value: await peakOfWorker(queue) },
    { atMost: 600 },
  );
}

/** Has that many photos made once more, each by a job of its own. */
async function deriveAll(queue: QueueSite, cookie: string, count: number) {
  const { site } = queue;
  const photos = query<{ p_key: number }>(
    site,
    `SELECT p_key FROM photos LIMIT ${count}`,
  );
  const db = new Database(site.databasePath);
  const insert = db.prepare(
    "INSERT INTO jobs (job_id, kind, payload, created_dt) VALUES (?, 'derive', ?, '2026-01-01T00:00:00Z')",
  );
  db.transaction(() => {
    for (const { p_key } of photos)
      insert.run(
        crypto.randomUUID(),
        JSON.stringify({ pictures: [{ of: "photo", key: p_key }] }),
      );
  })();
  db.close();
  // Any of the admin's jobs has the site look at what is recorded.
  await startJob(site, cookie, "/api/create-images", { path: "media/rocks" });
  await untilIdle(queue);
}

async function untilIdle({ site }: QueueSite) {
  for (;;) {
    const [busy] = query(
      site,
      "SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1",
    );
    if (!busy) return;
    await setTimeout(50);
  }
}
