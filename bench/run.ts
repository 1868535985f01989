import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { measureArrivals } from "./sections/arrivals.ts";
import { measureBackup } from "./sections/backup.ts";
import { measureDatabase } from "./sections/database.ts";
import { measureField } from "./sections/field.ts";
import { measureFirstFind } from "./sections/first-find.ts";
import { measureGrowth } from "./sections/growth.ts";
import { measureImages } from "./sections/images.ts";
import { measureMap } from "./sections/map.ts";
import { measureMedia } from "./sections/media.ts";
import { measurePages } from "./sections/pages.ts";
import { measurePresses } from "./sections/presses.ts";
import {
  asMarkdown,
  notMeasured,
  putTable,
  SECTIONS,
  type Row,
} from "./report.ts";
import { measureTogether } from "./sections/together.ts";
import { measureUploads } from "./sections/uploads.ts";

export interface Plan {
  isQuick: boolean;
  rounds: number;
  /** Rocks of the large site; it has ten times as many posts. */
  rocks: number;
}

const measures = {
  images: measureImages,
  pages: measurePages,
  presses: measurePresses,
  arrivals: measureArrivals,
  media: measureMedia,
  database: measureDatabase,
  map: measureMap,
  uploads: measureUploads,
  field: measureField,
  firstFind: measureFirstFind,
  backup: measureBackup,
  together: measureTogether,
} satisfies Record<keyof typeof SECTIONS, (plan: Plan) => Promise<Row[]>>;
type Section = keyof typeof measures;

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
  allowPositionals: true,
});
const plan: Plan = values.quick
  ? { isQuick: true, rounds: 1, rocks: 10_000 }
  : { isQuick: false, rounds: 3, rocks: 100_000 };
const asked = (name: string) =>
  positionals.length === 0 || positionals.includes(name);

const rows: (Row & { section: string })[] = [];
for (const name of Object.keys(measures) as Section[]) {
  if (!asked(name)) continue;
  const began = performance.now();
  const found = await measures[name](plan).catch((error: Error) => [
    notMeasured("All", error.message),
  ]);
  rows.push(...found.map((row) => ({ section: SECTIONS[name], ...row })));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`\n── ${SECTIONS[name]} (${seconds} s) ──`);
  for (const row of found)
    console.log(
      [
        row.reached === undefined ? " " : row.reached ? "✓" : "✗",
        `${row.what}: ${row.product}`,
        row.peer && `(${row.peer}; ${row.ratio!.toFixed(2)}×)`,
        row.target && `target ${row.target}`,
        row.reason && `– ${row.reason}`,
      ]
        .filter(Boolean)
        .join("  "),
    );
}
const growth = asked("growth") ? await measureGrowth(plan) : undefined;

const about = {
  machine: `${cpus().length} cores of ${cpus()[0]?.model ?? "an unknown kind"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    encoding: "utf8",
  }).trim(),
  rounds: plan.rounds,
  size: `${plan.rocks.toLocaleString("en")} rocks and ${(plan.rocks * 10).toLocaleString("en")} posts`,
};
const PAGE = "performance.md";
const isFull = !values.quick && positionals.length === 0;
const folder = isFull ? "docs" : ".cache/bench/result";
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/benchmark.json`,
  `${JSON.stringify({ about, rows, growth: growth?.points }, null, 2)}\n`,
);
if (growth?.drawing) writeFileSync(`${folder}/growth.svg`, growth.drawing);
const page = readFileSync(`docs/${PAGE}`, "utf8");
writeFileSync(`${folder}/${PAGE}`, putTable(page, asMarkdown({ rows, about })));
const missed = rows.filter(({ reached }) => reached === false).length;
console.log(
  `\n${rows.filter(({ reached }) => reached).length} reached, ${missed} missed: ${folder}/${PAGE}`,
);
