import { expect, test } from "vitest";
import { send, setUpSite } from "#tests/setup/vitest/site.ts";

setUpSite();

test.each([
  ["rocks.csv", "text/csv; charset=utf-8", "\ufeffrock_number,"],
  ["journeys.geojson", "application/geo+json", '{"type":"FeatureCollection",'],
])("%s is a download of the type %s", async (file, type, start) => {
  const answer = await send(`GET /api/export/${file}`);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="${file}"`,
  );
  // The bytes show the mark of UTF-8 at the beginning of a table.
  const text = Buffer.from(await answer.bytes()).toString();
  expect(text.slice(0, start.length)).toBe(start);
});
