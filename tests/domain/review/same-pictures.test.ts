import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { listAlike } from "#domain/review/same-pictures.server.ts";
import { addFind, addImage as addRow } from "#tests/setup/rows.ts";

/** How alike real pictures are is tried in `worker/fingerprint`. */

const db = getDb();
const { rps_key } = addFind();
const addImage = (fingerprint: string | null) =>
  addRow(rps_key, { original_file: randomUUID(), fingerprint }).rpi_key;
const setFingerprint = (key: number, fingerprint: string) =>
  db
    .update(rockPostImages)
    .set({ fingerprint })
    .where(eq(rockPostImages.rpi_key, key))
    .run();

const listKeys = async (fingerprint: string | null) =>
  (await listAlike(fingerprint)).map(({ key }) => key);

const PRINT = "0f1e2d3c4b5a6978";
/** Differs in two bits. */
const NEAR = "0f1e2d3c4b5a697b";
/** Differs in 32 bits. */
const OTHER = "f0e12d3cb4a56978";

beforeEach(() => db.delete(rockPostImages).run());

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
  setFingerprint(key, PRINT);
  expect(await listKeys(PRINT)).toEqual([key]);
  setFingerprint(key, OTHER);
  expect(await listKeys(PRINT)).toEqual([]);
  expect(await listKeys(OTHER)).toEqual([key]);
  db.delete(rockPostImages).where(eq(rockPostImages.rpi_key, key)).run();
  expect(await listKeys(OTHER)).toEqual([]);
});

test("they follow a change that was rolled back", async () => {
  const key = addImage(PRINT);
  expect(await listKeys(PRINT)).toEqual([key]);
  expect(() =>
    write((tx) => {
      tx.delete(rockPostImages).run();
      throw new Error("rolled back");
    }),
  ).toThrow("rolled back");
  expect(await listKeys(PRINT)).toEqual([key]);
});

test("there are none for a picture without a fingerprint, and for a plain one", async () => {
  for (const plain of ["0".repeat(16), "f".repeat(16), "0000000000000101"])
    addImage(plain);
  addImage(null);
  expect(await listKeys(null)).toEqual([]);
  for (const plain of ["0".repeat(16), "f".repeat(16), "0000000000000101"])
    expect(await listKeys(plain)).toEqual([]);
});

test("they are found among many that came at once", async () => {
  db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 41000)
    INSERT INTO rock_post_images (rps_key, original_name, current_name, original_file, fingerprint)
    SELECT ${rps_key}, 'a.jpg', 'many-' || i, 'many-' || i, iif(i = 40500, ${PRINT}, ${OTHER}) FROM n`);
  const [key] = await listKeys(PRINT);
  const found = db
    .select()
    .from(rockPostImages)
    .where(eq(rockPostImages.rpi_key, key!))
    .get();
  expect(found?.current_name).toBe("many-40500");
});
