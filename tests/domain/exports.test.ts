import { expect, test } from "vitest";
import { write } from "#db/write.server.ts";
import { recordHistory } from "#domain/finds/history.server.ts";
import { findExport } from "#domain/keepsake/exports.server.ts";
import { addFind, addRock, runSql } from "#tests/setup/rows.ts";

/** Cells of a CSV file (RFC 4180), line by line. */
function parseCsv(csv: string) {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") lines.push([]);
  }
  return lines;
}

async function readExport(file: string) {
  let whole = "";
  for await (const part of findExport(file)!.text) whole += part;
  return whole.replace(/^\ufeff/, "");
}

/** Reads a table. @returns the cells of each of its columns */
async function readTable(name: string) {
  const [columns = [], ...rows] = parseCsv(await readExport(`${name}.csv`));
  const filled = rows.filter((row) => row.length > 1);
  return (column: string) =>
    filled.map((row) => row[columns.indexOf(column)] ?? "");
}

/** Adds finds with these texts, in their order, each as a rock and with a history too. */
function addAll(texts: string[]) {
  runSql("DELETE FROM rock_posts; DELETE FROM rocks");
  for (const [index, text] of texts.entries()) {
    const { rps_key } = addFind({
      ...{ rock_number: 1 + index, location: text, comment: text, name: text },
      ...{ latitude: -12.5, longitude: -0.25 },
      create_dt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    });
    const entry = { rps_key, by: "admin", what: "changed" } as const;
    const changes: Record<string, [string, string]> = {
      comment: ["before", text],
    };
    write((tx) => recordHistory(tx, { ...entry, changes }));
    addRock(1 + index, { comment: text });
  }
}

/** What somebody typed, and what its cell contains. */
const TEXTS: [string, string][] = [
  ["A plain place", "A plain place"],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1+1", "'+1+1"],
  ["-1+1", "'-1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\r=1", "'\r'=1"],
  ["Here,=1+1", "Here,'=1+1"],
  ["Here;@SUM(A1)", "Here;'@SUM(A1)"],
  ["Here\n-1+1", "Here\n'-1+1"],
  ["Here\r\n+1", "Here\r\n'+1"],
  ['"=1+1', '"=1+1'],
  ["Rock-climbing, a + b = c", "Rock-climbing, a + b = c"],
];

test.each([
  ["journeys", ["location", "comment", "name"]],
  ["history", ["after"]],
  ["rocks", ["comment"]],
])(
  "no text in the exported %s is a formula, and GeoJSON has it as it was typed",
  async (name, fields) => {
    const typed = TEXTS.map(([text]) => text);
    addAll(typed);
    const cellsOf = await readTable(name);
    const { features } = JSON.parse(await readExport(`${name}.geojson`)) as {
      features: { properties: Record<string, string> }[];
    };
    // The history of a find begins with the line that it was sent.
    const withFirst = (texts: string[]) =>
      name === "history" ? texts.flatMap((text) => ["", text]) : texts;
    for (const field of fields) {
      const safe = TEXTS.map(([, text]) => text);
      const kept = features.map(({ properties }) => properties[field] ?? "");
      expect(cellsOf(field)).toEqual(withFirst(safe));
      expect(kept).toEqual(withFirst(typed));
    }
  },
);

test("every number and day in an exported table is one, and a cell that begins with a quote is quoted", async () => {
  addAll(TEXTS.map(([text]) => text));
  const cellsOf = await readTable("journeys");
  for (const latitude of cellsOf("latitude")) expect(+latitude).toBe(-12.5);
  for (const longitude of cellsOf("longitude")) expect(+longitude).toBe(-0.25);
  for (const date of cellsOf("date")) expect(date).toMatch(/^2026-05-17/);
  // So that a program with another separator doesn't split it.
  expect(await readExport("journeys.csv")).toContain('"""=1+1"');
});

/** More than are read at a time. */
const FINDS = 1200;

test("all rocks and finds are exported, hidden ones included, with exact places that the public sees rounded", async () => {
  runSql(`DELETE FROM rock_posts; DELETE FROM rocks`);
  for (const number of [7, 3]) addRock(number, { comment: "Blue" });
  runSql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${FINDS})
     INSERT INTO rock_posts (uuid, rock_number, location, date, comment, show, latitude, longitude, precision)
     SELECT printf('00000000-0000-4000-8000-%012d', i), i % 9, 'Here', '2026-01-01T00:00:00Z', '', i % 2,
            CASE WHEN i % 3 THEN 12.5 END, CASE WHEN i % 3 THEN -2.25 END, CASE WHEN i % 2 THEN 1000 ELSE 0 END FROM n;
     INSERT INTO rock_pins SELECT rps_key, rock_number, latitude, longitude FROM public_finds
      WHERE uuid = '00000000-0000-4000-8000-000000000007'`);
  const lines = (await readExport("rocks.csv")).split("\r\n");
  expect(lines).toEqual([
    "rock_number,artists,comment,create_dt,latitude,longitude,precision",
    expect.stringMatching(/^3,/),
    expect.stringMatching(/^7,.*,12\.5,-2\.25,1000$/),
    "",
  ]);
  const cellsOf = await readTable("journeys");
  expect(new Set(cellsOf("uuid")).size).toBe(FINDS);
  const places = cellsOf("latitude").map((latitude, n) =>
    [latitude, cellsOf("longitude")[n], cellsOf("precision")[n]].join(),
  );
  for (const metres of [0, 1000])
    expect(
      places.filter((place) => place === `12.5,-2.25,${metres}`),
    ).toHaveLength(FINDS / 3);

  for (const [name, count, placed] of [
    ["rocks", 2, 1],
    ["journeys", FINDS, (FINDS * 2) / 3],
  ] as const) {
    const { features } = JSON.parse(await readExport(`${name}.geojson`)) as {
      features: { geometry: object | null }[];
    };
    expect(features).toHaveLength(count);
    const points = features.flatMap(({ geometry }) => geometry ?? []);
    const point = { type: "Point", coordinates: [-2.25, 12.5] };
    expect(points).toEqual(Array(placed).fill(point));
  }
});
