import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPosts, rocks } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { recordHistory } from "#domain/finds/history.server.ts";
import { findExport } from "#domain/keepsake/exports.server.ts";
import { asStored, NAUGHTY } from "#tests/setup/naughty/strings.ts";

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

/** A text without the marks that keep it from being a formula. */
const unguarded = (text: string) =>
  text.replace(/^'(?=[=+\-@\t\r])|(?<=[,;\t\r\n])'(?=[=+\-@])/g, "");

test("every string is read back from an exported table as it was written, but for the mark before a formula, and exactly from GeoJSON", async () => {
  const db = getDb();
  const texts = NAUGHTY.map(asStored);
  for (const [index, text] of texts.entries()) {
    const { rps_key } = db
      .insert(rockPosts)
      .values({
        uuid: randomUUID(),
        rock_number: 1 + index,
        location: text,
        comment: text,
        name: text,
        date: "2026-05-17T00:00:00Z",
        create_dt: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      })
      .returning()
      .get();
    write((tx) =>
      recordHistory(tx, {
        rps_key,
        by: "admin",
        what: "changed",
        changes: { comment: ["before", text] },
      }),
    );
    db.insert(rocks)
      .values({ rock_number: 1 + index, comment: text, original_file: "a.png" })
      .run();
  }
  for (const [name, ...fields] of [
    ["journeys", "location", "comment", "name"],
    ["history", "after"],
    ["rocks", "comment"],
  ] as const) {
    // The history of a find begins with the line that it was sent.
    const written =
      name === "history" ? texts.flatMap((text) => ["", text]) : texts;
    const [columns = [], ...rows] = parseCsv(await readExport(`${name}.csv`));
    const { features } = JSON.parse(await readExport(`${name}.geojson`)) as {
      features: { properties: Record<string, string> }[];
    };
    for (const field of fields) {
      const cells = rows
        .map((row) => row[columns.indexOf(field)] ?? "")
        .slice(0, written.length);
      expect(cells.map(unguarded)).toEqual(written.map(unguarded));
      expect(features.map(({ properties }) => properties[field] ?? "")).toEqual(
        written,
      );
      for (const cell of cells)
        expect(cell).not.toMatch(/(^|[,;\t\r\n])[=+\-@]|^[\t\r]/);
    }
  }
  db.delete(rockPosts).run();
});

test("no text in an exported table is a formula, and every number is one", async () => {
  TEXTS.forEach(([location], index) =>
    getDb()
      .insert(rockPosts)
      .values({
        uuid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
        rock_number: index,
        location,
        comment: location,
        name: location,
        email: "",
        date: "2026-05-17T00:00:00Z",
        create_dt: `2026-05-17T00:00:${String(index).padStart(2, "0")}.000Z`,
        latitude: -12.5,
        longitude: -0.25,
      })
      .run(),
  );
  const csv = await readExport("journeys.csv");
  const [columns = [], ...rows] = parseCsv(csv);
  const cell = (row: string[], name: string) => row[columns.indexOf(name)]!;
  const filled = rows.filter((row) => row.length > 1);
  expect(filled).toHaveLength(TEXTS.length);
  for (const row of filled) {
    const [, safe] = TEXTS[Number(cell(row, "rock_number"))]!;
    for (const name of ["location", "comment", "name"])
      expect(cell(row, name)).toBe(safe);
    expect(Number(cell(row, "latitude"))).toBe(-12.5);
    expect(Number(cell(row, "longitude"))).toBe(-0.25);
    expect(cell(row, "date")).toMatch(/^2026-05-17/);
  }
  // A cell that begins with a quote is quoted, so that a program with another separator doesn't split it.
  expect(csv).toContain('"""=1+1"');
});
