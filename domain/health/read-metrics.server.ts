import { statfs } from "node:fs/promises";
import path from "node:path";
import { count, eq, inArray, min } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { getSettings } from "#core/settings.server.ts";
import { lastBackup } from "../backup/schedule.server.ts";
import { readLastCheck } from "../check/nightly.server.ts";
import { countWorkers } from "../engines/engine.server.ts";
import { jobNames } from "../jobs/catalogue.ts";
import { storeRoot } from "../store/disk.server.ts";

/** The values of a gauge, by their label; undefined leaves one out, because 0 would look like a time. */
type Values = [label: string, value: number | undefined][];

/** The site's figures for Prometheus. Each is read when somebody asks for it. */
const gauges: {
  name: string;
  help: string;
  read: () => Values | Promise<Values>;
}[] = [
  {
    name: "site_jobs",
    help: "Jobs that have not succeeded, by kind and state",
    read() {
      const states = ["queued", "running", "failed"] as const;
      const rows = getDb()
        .select({ kind: jobs.kind, state: jobs.state, n: count() })
        .from(jobs)
        .where(inArray(jobs.state, [...states]))
        .groupBy(jobs.kind, jobs.state)
        .all();
      return jobNames.flatMap((kind) =>
        states.map((state): Values[number] => [
          `kind="${kind}",state="${state}"`,
          rows.find((row) => row.kind === kind && row.state === state)?.n ?? 0,
        ]),
      );
    },
  },
  {
    name: "site_queue_age_seconds",
    help: "How long the oldest job has been waiting that nobody has taken up",
    read() {
      const oldest = getDb()
        .select({ at: min(jobs.created_dt) })
        .from(jobs)
        .where(eq(jobs.state, "queued"))
        .get()?.at;
      return [["", oldest ? (Date.now() - Date.parse(oldest)) / 1000 : 0]];
    },
  },
  {
    name: "site_workers",
    help: "Processes that make images, by what they do",
    async read() {
      const { all, busy } = await countWorkers();
      return [
        ['state="busy"', busy],
        ['state="idle"', all - busy],
      ];
    },
  },
  {
    name: "site_disk_free_bytes",
    help: "Room that is left on the disks of store and database",
    read: () =>
      Promise.all([
        readRoom("store", storeRoot()),
        readRoom("database", path.dirname(getSettings().DATABASE_PATH)),
      ]),
  },
  {
    name: "site_backup_timestamp_seconds",
    help: "When the newest backup was begun; absent without one",
    read: async () => [["", inSeconds(await lastBackup())]],
  },
  {
    name: "site_check_timestamp_seconds",
    help: "When the newest nightly check of the originals ended; absent without one",
    read: () => [["", inSeconds(readCheck()?.ended)]],
  },
  {
    name: "site_check_originals",
    help: "Originals that the newest nightly check found wrong, by what is wrong",
    read() {
      const check = readCheck();
      return (["missing", "changed", "unlisted"] as const).map((state) => [
        `state="${state}"`,
        check?.[state],
      ]);
    },
  },
];

const inSeconds = (ms: number | undefined) => ms && ms / 1000;

async function readRoom(of: string, place: string): Promise<Values[number]> {
  const disk = await statfs(path.resolve(place)).catch(() => undefined);
  return [`of="${of}"`, disk && disk.bavail * disk.bsize];
}

function readCheck() {
  const check = readLastCheck();
  return check && !("error" in check) ? check : undefined;
}

export async function readMetrics() {
  const lines: string[] = [];
  for (const { name, help, read } of gauges) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`);
    for (const [label, value] of await read())
      if (value !== undefined)
        lines.push(`${name}${label && `{${label}}`} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}
