import { existsSync } from "node:fs";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { UnrecoverableError, Worker } from "bullmq";
import { describe, expect, test } from "vitest";
import { JobError, QUEUE, encodeFailure } from "#domain/jobs/catalogue.ts";
import { makeFolder, openDatabase } from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import {
  forThisTest,
  queue,
  setUpQueueSite,
} from "#tests/setup/vitest/site.ts";

setUpQueueSite({ workers: 0 });

async function makeProject() {
  const project = await makeFolder();
  for (const part of ["scripts", "db/migrations"])
    await cp(part, path.join(project, part), { recursive: true });
  for (const part of ["node_modules", "build", "shipped"])
    await symlink(path.resolve(part), path.join(project, part));
  return project;
}

async function addMigration(project: string, sql: string) {
  const file = path.join(project, "db/migrations/meta/_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1)!;
  const tag = "9999_update";
  if (last.tag !== tag)
    journal.entries.push({
      ...last,
      idx: last.idx + 1,
      when: last.when + 1,
      tag,
    });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(path.join(project, `db/migrations/${tag}.sql`), sql);
}

const CREATE = "CREATE TABLE inserted (n INTEGER);";
const FOR_EVER = `${CREATE}
--> statement-breakpoint
ALTER TABLE rock_posts ADD COLUMN weather TEXT;
--> statement-breakpoint
INSERT INTO inserted WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
  SELECT n FROM c WHERE n % 1000 = 0;`;

describe("an update", () => {
  test("whose migration is killed half way leaves all as it was, with a copy beside it, and goes through when it is started again", async () => {
    const project = await makeProject();
    const site = await forThisTest(startSite({ project }));
    await site.sendFind();
    await site.untilIdle();
    await site.kill();

    await addMigration(project, FOR_EVER);
    const starting = site.restart().catch((error: Error) => error);
    const copy = `${site.databasePath}.before-migration`;
    await until(() => existsSync(copy));
    const beside = openDatabase(site.databasePath);
    beside.pragma("busy_timeout = 0");
    await until(() => {
      try {
        return void beside.exec("BEGIN IMMEDIATE; ROLLBACK");
      } catch {
        return true;
      }
    });
    await site.kill("SIGKILL");
    expect(await starting).toBeInstanceOf(Error);

    const tables = (file: string) =>
      openDatabase(file)
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        .pluck()
        .all();
    for (const file of [site.databasePath, copy]) {
      expect(tables(file)).not.toContain("inserted");
      const db = openDatabase(file);
      const [check] = db.pragma("integrity_check") as object[];
      expect(check).toEqual({ integrity_check: "ok" });
      const finds = db.prepare("SELECT rock_number FROM rock_posts").all();
      expect(finds).toEqual([{ rock_number: Number(findFields.rockNumber) }]);
    }

    await addMigration(project, CREATE);
    await site.restart();
    expect(tables(site.databasePath)).toContain("inserted");
    expect(tables(copy)).not.toContain("inserted");
    expect(existsSync(`${copy}.part`)).toBe(false);
    expect(site.count("rock_posts")).toBe(1);
  });

  test("of the site before its workers: what a worker is too old for waits for another, and counts as no try", async () => {
    const { site, redis, addWorker, workers } = queue;
    for (const worker of workers.splice(0)) await worker.stop();
    const { hostname, port } = new URL(redis.url);
    let refused = 0;
    const refuse = () => {
      refused++;
      const failure = new JobError("too_old", "Too old.");
      throw new UnrecoverableError(encodeFailure(failure));
    };
    const connection = { host: hostname, port: Number(port) };
    const old = new Worker(QUEUE, refuse, { connection });
    await site.sendFind();
    await until(() => refused > 0);
    await old.close();
    await addWorker();
    await site.untilIdle();
    const done = "state = 'succeeded' AND attempts = 0 AND error IS NULL";
    expect(site.count(`jobs WHERE ${done}`)).toBe(site.count("jobs"));
    expect(site.lines.join("\n")).toContain("older than the site");
  });
});
