import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { findOnPath } from "../../scripts/system/programs.mjs";
import { createPictures } from "#bench/generate/pictures.mjs";
import { generateSite, makeStore } from "#bench/generate/site.mjs";
import { filesBelow } from "#tests/setup/files.ts";
import { CACHE, makeSite } from "../data.ts";
import { measureInTurn, peakMemory } from "../measure.ts";
import { compare, limit, notMeasured, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { onSite } from "../servers.ts";

const FOLDER = path.join(CACHE, "backup");
const inFolder = (...names: string[]) => path.join(FOLDER, ...names);

export async function measureBackup(plan: Plan): Promise<Row[]> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  return [...(await measureUnchanged(plan)), ...(await measureLarge(plan))];
}

/** Compares a backup of originals that are all in the one before with tools that carry folders. */
async function measureUnchanged({ isQuick, rounds }: Plan): Promise<Row[]> {
  const originals = isQuick ? 1_000 : 10_000;
  const site = {
    DATABASE_PATH: inFolder("site.sqlite"),
    MEDIA_DIR: inFolder("media"),
    BACKUP_DIR: inFolder("backups"),
    BACKUP_KEEP: "100",
  };
  await generateSite({
    rocks: originals / 5,
    // Each has about three pictures.
    posts: Math.round(originals * 0.27),
    database: site.DATABASE_PATH,
    media: site.MEDIA_DIR,
    hasPictures: true,
  });
  await openOnce(site);
  await run("node", ["build/node/backup.js"], site);
  const [first] = await readdir(site.BACKUP_DIR);
  // The others get the same files: those of a snapshot.
  const tree = inFolder("tree");
  await cp(path.join(site.BACKUP_DIR, first!), tree, {
    recursive: true,
    preserveTimestamps: true,
  });
  const files = filesBelow(path.join(tree, "media")).length;
  const what = `A backup of ${files.toLocaleString("en")} originals with nothing new`;
  const missing = ["rsync", "restic"].filter((program) => !findOnPath(program));
  if (missing.length > 0)
    return [notMeasured(what, `${missing.join(", ")} not found`)];

  const linked = inFolder("linked");
  await mkdir(linked);
  const restic = {
    RESTIC_REPOSITORY: inFolder("restic"),
    RESTIC_PASSWORD: "bench",
  };
  await run("rsync", ["-a", `${tree}/`, `${linked}/0/`]);
  await run("restic", ["init", "--quiet"], restic);
  await run("restic", ["backup", "--quiet", tree], restic);
  let round = 0;
  const seconds = await measureInTurn(rounds, {
    product: () => time("node", ["build/node/backup.js"], site),
    rsync: () =>
      time("rsync", [
        "-a",
        `--link-dest=${linked}/${round}/`,
        `${tree}/`,
        `${linked}/${++round}/`,
      ]),
    restic: () => time("restic", ["backup", "--quiet", tree], restic),
  });
  const peers = [
    { name: "rsync --link-dest", value: seconds.rsync },
    { name: "restic backup", value: seconds.restic },
  ].sort((a, b) => a.value - b.value);
  return peers.map((peer, index) =>
    compare(
      what,
      unit("s", 2),
      seconds.product,
      peer,
      index === 0 ? { atMost: 1 } : undefined,
      "it also copies and checks the database, and writes each file's checksum",
    ),
  );
}

/** Measures work on the whole of a large site. Only its rocks have pictures, because files take so long to make. */
async function measureLarge({ rocks }: Plan): Promise<Row[]> {
  const site = {
    DATABASE_PATH: inFolder("large/site.sqlite"),
    MEDIA_DIR: inFolder("large/media"),
    BACKUP_DIR: inFolder("large/backups"),
  };
  makeStore(site.MEDIA_DIR);
  const { DATABASE_PATH } = await makeSite(rocks);
  await copyFile(DATABASE_PATH, site.DATABASE_PATH);
  const db = new Database(site.DATABASE_PATH);
  db.exec("DELETE FROM rock_post_images; DELETE FROM photos");
  db.close();
  await openOnce(site);
  const pictures = await createPictures(site.MEDIA_DIR);
  for (let rock = 1; rock <= rocks; rock++) pictures.addRock(rock);
  await pictures.done();
  const restored = {
    DATABASE_PATH: inFolder("restored/site.sqlite"),
    MEDIA_DIR: inFolder("restored/media"),
  };
  await mkdir(inFolder("restored"));
  const of = `a site of ${rocks.toLocaleString("en")} rocks with a picture each and ${(rocks * 10).toLocaleString("en")} posts without`;
  const rows: Row[] = [];
  const measure = async (
    what: string,
    program: string,
    env: Record<string, string>,
    file?: string,
  ) => {
    const args = [`build/node/${program}.js`, ...(file ? [file] : [])];
    const { seconds, peak } = await run("node", args, env);
    rows.push(
      limit(what, unit("s", 1), seconds),
      limit(`${what}, peak memory`, unit("MB"), peak),
    );
  };
  await measure(`Backup of ${of}`, "backup", site);
  const [backup] = await readdir(site.BACKUP_DIR);
  await measure(
    "Its restore",
    "restore",
    restored,
    `${site.BACKUP_DIR}/${backup}`,
  );
  await measure("Its keepsake", "keepsake", site, inFolder("keepsake.zip"));
  return rows;
}

/** Starts a site on its data and stops it, so that database and store belong together. */
const openOnce = ({ BACKUP_DIR: _, ...env }: Record<string, string>) =>
  onSite(env, async () => {});

/** Interval between two readings of a command's memory. */
const LOOK_MS = 20;

/** Runs a command. Returns how many seconds it took, and its peak memory in MB. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const began = performance.now();
  const running = promisify(execFile)(program, args, {
    env: { ...process.env, LOG_LEVEL: "error", ...env },
  });
  let peak = 0;
  const look = setInterval(() => {
    // A process that has ended has none.
    void peakMemory(running.child.pid!).then(
      (megabytes) => (peak = Math.max(peak, megabytes || 0)),
      () => {},
    );
  }, LOOK_MS);
  await running.finally(() => clearInterval(look));
  return { seconds: (performance.now() - began) / 1000, peak };
}

const time = async (...command: Parameters<typeof run>) =>
  (await run(...command)).seconds;
