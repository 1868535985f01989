import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { write } from "#db/write.server.ts";
import { listAlike } from "#domain/review/warnings.server.ts";
import {
  addFind,
  addImage as addRow,
  readColumn,
  runSql,
} from "#tests/setup/rows.ts";

/** How alike real pictures are is tried in `worker/fingerprint`. */

const { rps_key } = addFind();
const addImage = (fingerprint: string | null) =>
  addRow(rps_key, { original_file: randomUUID(), fingerprint }).rpi_key;

const listKeys = async (fingerprint: string | null) =>
  (await listAlike(fingerprint)).map(({ key }) => key);

const PRINT = "0f1e2d3c4b5a6978";
const NEAR = "0f1e2d3c4b5a697b";
const OTHER = "f0e12d3cb4a56978";

beforeEach(() => runSql("DELETE FROM rock_post_images"));

test("the pictures that look like one are those whose fingerprints differ in few bits", async () => {
  const near = addImage(NEAR);
  const same = addImage(PRINT);
  addImage(OTHER);
  expect(await listAlike(PRINT)).toEqual([
    { key: near, bits: 2 },
    { key: same, bits: 0 },
  ]);
});

test("they are found as soon as their fingerprint is known, and as long as it stays", async () => {
  const key = addImage(null);
  expect(await listKeys(PRINT)).toEqual([]);
  runSql(`UPDATE rock_post_images SET fingerprint = '${PRINT}'`);
  expect(await listKeys(PRINT)).toEqual([key]);
  runSql(`UPDATE rock_post_images SET fingerprint = '${OTHER}'`);
  expect(await listKeys(PRINT)).toEqual([]);
  expect(await listKeys(OTHER)).toEqual([key]);
  runSql("DELETE FROM rock_post_images");
  expect(await listKeys(OTHER)).toEqual([]);
});

test("they follow a change that was rolled back", async () => {
  const key = addImage(PRINT);
  expect(await listKeys(PRINT)).toEqual([key]);
  expect(() =>
    write(() => {
      runSql("DELETE FROM rock_post_images");
      throw new Error("rolled back");
    }),
  ).toThrow("rolled back");
  expect(await listKeys(PRINT)).toEqual([key]);
});

test("there are none for a picture without a fingerprint, and for a plain one", async () => {
  const plain = ["0".repeat(16), "f".repeat(16), "0000000000000101", null];
  for (const fingerprint of plain) addImage(fingerprint);
  for (const fingerprint of plain)
    expect(await listKeys(fingerprint)).toEqual([]);
});

test("they are found among many that came at once", async () => {
  runSql(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 41000)
    INSERT INTO rock_post_images (rps_key, original_name, current_name, original_file, fingerprint)
    SELECT ${rps_key}, 'a.jpg', 'many-' || i, 'many-' || i, iif(i = 40500, '${PRINT}', '${OTHER}') FROM n`);
  expect(await listKeys(PRINT)).toEqual(
    readColumn(
      "SELECT rpi_key FROM rock_post_images WHERE current_name = 'many-40500'",
    ),
  );
});
