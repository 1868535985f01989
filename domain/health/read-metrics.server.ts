import { statfs } from "node:fs/promises";
import path from "node:path";
import { count, eq, inArray, min } from "drizzle-orm";
import type {
  Counter,
  CounterConfiguration,
  Gauge,
  GaugeConfiguration,
} from "prom-client";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { lastBackup } from "../backup/schedule.server.ts";
import { readLastCheck } from "../check/report.server.ts";
import { jobNames } from "#domain/jobs/catalogue.ts";
import { listWorkers } from "#domain/engines/engine.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { remember } from "#core/remember.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { endedImages, endedJobs } from "../jobs/ended-jobs.server.ts";

/** The site's figures for Prometheus. */

type Library = typeof import("prom-client");

const figures: ((library: Library) => void)[] = [];

/** A figure that is read whenever somebody asks for it. */
const gauge = <L extends string>(
  config: Omit<GaugeConfiguration<L>, "collect">,
  read: (gauge: Gauge<L>) => void | Promise<void>,
) =>
  figures.push(({ Gauge }) => {
    new Gauge<L>({
      ...config,
      async collect() {
        this.reset();
        await read(this);
      },
    });
  });

/** A count since the start, read in the same way. */
const counter = <L extends string>(
  config: Omit<CounterConfiguration<L>, "collect">,
  read: (counter: Counter<L>) => void,
) =>
  figures.push(({ Counter }) => {
    new Counter<L>({
      ...config,
      collect() {
        this.reset();
        read(this);
      },
    });
  });

counter(
  {
    name: "site_images_total",
    help: "Images processed, by result",
    labelNames: ["result"],
  },
  (counter) => {
    for (const [result, n] of Object.entries(endedImages))
      counter.inc({ result }, n);
  },
);
counter(
  {
    name: "site_jobs_ended_total",
    help: "Jobs that have ended",
    labelNames: ["kind", "state"],
  },
  (counter) => {
    for (const [kind, ended] of endedJobs)
      for (const [state, n] of Object.entries(ended))
        counter.inc({ kind, state }, n);
  },
);
gauge(
  {
    name: "site_jobs",
    help: "Jobs that have not succeeded, by kind and state",
    labelNames: ["kind", "state"],
  },
  (gauge) => {
    const states = ["queued", "running", "failed"] as const;
    for (const kind of jobNames)
      for (const state of states) gauge.set({ kind, state }, 0);
    const rows = getDb()
      .select({ kind: jobs.kind, state: jobs.state, n: count() })
      .from(jobs)
      .where(inArray(jobs.state, [...states]))
      .groupBy(jobs.kind, jobs.state)
      .all();
    for (const { kind, state, n } of rows) gauge.set({ kind, state }, n);
  },
);
gauge(
  {
    name: "site_queue_age_seconds",
    help: "How long the oldest job has been waiting that nobody has taken up",
  },
  (gauge) => {
    const oldest = getDb()
      .select({ at: min(jobs.created_dt) })
      .from(jobs)
      .where(eq(jobs.state, "queued"))
      .get()?.at;
    gauge.set(oldest ? (Date.now() - Date.parse(oldest)) / 1000 : 0);
  },
);
gauge(
  {
    name: "site_workers",
    help: "Processes that make images, by what they do",
    labelNames: ["state"],
  },
  async (gauge) => {
    const workers = await listWorkers();
    const busy = workers.filter(({ job }) => job !== null).length;
    gauge.set({ state: "busy" }, busy);
    gauge.set({ state: "idle" }, workers.length - busy);
  },
);
for (const { name, help, read } of [
  {
    name: "site_disk_free_bytes",
    help: "Room that is left on the disks of store and database",
    read: (disk: { bavail: number; bsize: number }) => disk.bavail * disk.bsize,
  },
  {
    name: "site_disk_size_bytes",
    help: "Size of the disks of store and database",
    read: (disk: { blocks: number; bsize: number }) => disk.blocks * disk.bsize,
  },
])
  gauge({ name, help, labelNames: ["of"] }, async (gauge) => {
    const places = {
      store: storeRoot(),
      database: path.dirname(path.resolve(getSettings().DATABASE_PATH)),
    };
    for (const [of, place] of Object.entries(places)) {
      const disk = await statfs(place).catch(() => undefined);
      if (disk) gauge.set({ of }, read(disk));
    }
  });
gauge(
  { name: "site_database_bytes", help: "Size of the database" },
  (gauge) => {
    const { $client } = getDb();
    const read = (pragma: string) =>
      $client.pragma(pragma, { simple: true }) as number;
    gauge.set(read("page_count") * read("page_size"));
  },
);
gauge(
  {
    name: "site_backup_timestamp_seconds",
    help: "When the newest backup was begun; absent without one",
  },
  async (gauge) => {
    const at = await lastBackup();
    // A figure of 0 would look like a time.
    if (at === undefined) gauge.remove();
    else gauge.set(at / 1000);
  },
);
gauge(
  {
    name: "site_check_timestamp_seconds",
    help: "When the newest nightly check of the originals ended; absent without one",
  },
  (gauge) => {
    const check = readLastCheck();
    if (!check || "error" in check) gauge.remove();
    else gauge.set(check.ended / 1000);
  },
);
gauge(
  {
    name: "site_check_originals",
    help: "Originals that the newest nightly check found wrong, by what is wrong",
    labelNames: ["state"],
  },
  (gauge) => {
    const check = readLastCheck();
    if (!check || "error" in check) return;
    for (const state of ["missing", "changed", "unlisted"] as const)
      gauge.set({ state }, check[state]);
  },
);

/** Registers the figures at the first request for them, because loading the library would delay the start. */
const registered = () =>
  remember("figures", async () => {
    const library = await import("prom-client");
    for (const register of figures) register(library);
    return library.register;
  });

export async function readMetrics() {
  const register = await registered();
  return { type: register.contentType, text: await register.metrics() };
}
