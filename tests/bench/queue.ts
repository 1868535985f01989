import { mkdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import { paintPicture } from "../fixtures/picture.ts";
import { inStore, query, signIn } from "../setup/calls.ts";
import { doJob, startJob } from "../setup/jobs.ts";
import { imageProcessesOf } from "../setup/processes.ts";
import { startQueueSite } from "../setup/queue.ts";

/**
 * `npx tsx tests/bench/queue.ts`: images a second of two workers against one, and how much of a job's CPU
 * time the queue takes: Redis, the workers around their image processes, and the site. A picture a job, as
 * finds have it. It tells something only on a machine with two cores that have nothing else to do.
 */
const PICTURES = 60;
const ROUNDS = 3;
/** What /proc counts CPU time in. */
const TICKS_A_SECOND = 100;

const queue = await startQueueSite({ workers: 2 });
try {
  const { site, client, workers, addWorker } = queue;
  const cookie = await signIn(site);
  const photo = await paintPicture(4000, 3000).jpeg({ quality: 85 }).toBuffer();
  await mkdir(inStore(site, "albums/bench"), { recursive: true });
  for (let n = 0; n < PICTURES; n++)
    await writeFile(inStore(site, `albums/bench/${n}.jpg`), photo);
  await doJob(site, cookie, "/api/albums/sync");

  const [, server] = /process_id:(\d+)/.exec(await client.info("server"))!;
  const around = () => [
    site.pid(),
    Number(server),
    ...workers.map(({ pid }) => pid),
  ];
  const within = async () =>
    (await Promise.all(workers.map(({ pid }) => imageProcessesOf(pid)))).flat();

  const rates: Record<number, number[]> = { 1: [], 2: [] };
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const count of [1, 2]) {
      if (count === 1) await workers.pop()!.kill();
      else await addWorker();
      const before = await readTimes([...around(), ...(await within())]);
      const began = performance.now();
      await deriveAll();
      const seconds = (performance.now() - began) / 1000;
      const worked = await timeSince(before, await within());
      const queued = await timeSince(before, around());
      rates[count]!.push(PICTURES / seconds);
      shares.push(queued / (queued + worked));
      console.log(
        `${count} worker(s): ${(PICTURES / seconds).toFixed(2)} images/s, ${worked.toFixed(2)} s CPU for images, ${queued.toFixed(2)} s for the queue`,
      );
    }
  const best = (count: number) => Math.max(...rates[count]!);
  console.log(
    `two workers : one = ${(best(2) / best(1)).toFixed(2)}; the queue takes ${(100 * Math.min(...shares)).toFixed(2)} % of a job's CPU`,
  );

  /** Has every photo made once more, by a job of its own. */
  async function deriveAll() {
    const photos = query<{ p_key: number }>(site, "SELECT p_key FROM photos");
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
    await startJob(site, cookie, "/api/create-images", { path: "media/rocks" });
    const left = db.prepare(
      "SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1",
    );
    while (left.get()) await setTimeout(100);
    db.close();
  }
} finally {
  await queue.stop();
}

/** CPU time of each process so far, in seconds of one core. */
async function readTimes(pids: number[]) {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return [pid, ticks / TICKS_A_SECOND] as const;
  });
  return new Map(await Promise.all(times));
}

async function timeSince(before: Map<number, number>, pids: number[]) {
  let sum = 0;
  for (const [pid, time] of await readTimes(pids))
    sum += time - (before.get(pid) ?? 0);
  return sum;
}
