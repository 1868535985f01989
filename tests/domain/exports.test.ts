import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { findExport } from "#domain/operations/exports.server.ts";

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
  return whole.replace("\ufeff", "");
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
