import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { measureBackup } from "./sections/backup.ts";
import { measureDatabase } from "./sections/database.ts";
import { measureField } from "./sections/field.ts";
import { measureArrivals } from "./sections/first-loads.ts";
import { measureGrowth } from "./sections/growth.ts";
import { measureImages } from "./sections/images.ts";
import { measureMap } from "./sections/map.ts";
import { measureMedia } from "./sections/media.ts";
import { measurePages } from "./sections/pages.ts";
import { measurePresses } from "./sections/presses.ts";
import { measureTogether } from "./sections/together.ts";
import { measureUploads } from "./sections/uploads.ts";
import { asLine, notMeasured, type Row } from "./report.ts";

export interface Plan {
  isQuick: boolean;
  rounds: number;
  /** Rocks of the large site; it has ten times as many posts. */
  rocks: number;
}

type Measure = (plan: Plan) => Promise<Row[]>;

const SECTIONS: Record<string, [title: string, measure: Measure]> = {
  images: ["Pictures", measureImages],
  pages: ["Pages", measurePages],
  presses: ["Presses", measurePresses],
  arrivals: ["First loads from a rock, a link or a search", measureArrivals],
  media: ["Media", measureMedia],
  database: ["Database", measureDatabase],
  map: ["Map", measureMap],
  uploads: ["Uploads", measureUploads],
  field: ["From the field", measureField],
  backup: ["Backups and keepsakes", measureBackup],
  together: ["All at once", measureTogether],
  growth: ["A hundred times as many rocks", measureGrowth],
};

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
  allowPositionals: true,
});
const plan: Plan = values.quick
  ? { isQuick: true, rounds: 1, rocks: 10_000 }
  : { isQuick: false, rounds: 3, rocks: 100_000 };
const rows: (Row & { section: string })[] = [];
const tables: string[] = [];
for (const [name, [section, measure]] of Object.entries(SECTIONS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const found = await measure(plan).catch((error: Error) => [
    notMeasured("All", error.message),
  ]);
  rows.push(...found.map((row) => ({ section, ...row })));
  const table = `### ${section}

| | this site | compared with | ratio | target | result |
|---|---|---|---|---|---|
${found.map(asLine).join("\n")}
`;
  console.log(`\n${table}`);
  tables.push(table);
}

const about = {
  machine: `${cpus().length} cores of ${cpus()[0]?.model ?? "an unknown kind"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    encoding: "utf8",
  }).trim(),
  rounds: plan.rounds,
  size: `${plan.rocks.toLocaleString("en")} rocks and ${(plan.rocks * 10).toLocaleString("en")} posts`,
};
const heading = `Measured ${about.date} on ${about.machine}; ${about.size}; medians of ${about.rounds} rounds, in which the site and its peer were measured in turn.\n`;
const isFull = !values.quick && positionals.length === 0;
const folder = isFull ? "docs" : ".cache/bench/result";
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/benchmark.json`,
  `${JSON.stringify({ about, rows }, null, 2)}\n`,
);
const page = readFileSync("docs/performance.md", "utf8").replace(
  /(?<=<!-- prettier-ignore-start -->\n).*(?=\n<!-- prettier-ignore-end -->)/s,
  () => `\n${[heading, ...tables].join("\n")}`,
);
writeFileSync(`${folder}/performance.md`, page);
const missed = rows.filter(({ reached }) => reached === false).length;
console.log(
  `${rows.filter(({ reached }) => reached).length} reached, ${missed} missed: ${folder}/performance.md`,
);
