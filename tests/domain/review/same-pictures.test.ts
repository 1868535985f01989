import { readFileSync } from "node:fs";
import sharp from "sharp";
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import {
  ALIKE_BITS,
  listAlike,
  SAME_SECOND_BITS,
} from "#domain/review/same-pictures.server.ts";
import { findFingerprint } from "#worker/images/fingerprint.ts";

const db = getDb();
const { rps_key } = db
  .insert(rockPosts)
  .values({
    uuid: randomUUID(),
    rock_number: 7,
    location: "Harbour wall",
    date: "2026-05-17T00:00:00Z",
    comment: "There it was.",
  })
  .returning()
  .get();

const addImage = (fingerprint: string | null) =>
  db
    .insert(rockPostImages)
    .values({
      rps_key,
      original_name: "a.jpg",
      current_name: randomUUID(),
      original_file: randomUUID(),
      fingerprint,
    })
    .returning()
    .get().rpi_key;
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

describe("the pictures that look like one", () => {
  beforeEach(() => db.delete(rockPostImages).run());

  test("are those whose fingerprints differ in few bits", async () => {
    const near = addImage(NEAR);
    const same = addImage(PRINT);
    addImage(OTHER);
    expect(await listAlike(PRINT)).toEqual([
      { key: near, bits: 2 },
      { key: same, bits: 0 },
    ]);
  });

  test("are found as soon as their fingerprint is known, and as long as it stays", async () => {
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

  test("follow a change that was rolled back", async () => {
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

  test("are none for a picture without a fingerprint, and for a plain one", async () => {
    for (const plain of ["0".repeat(16), "f".repeat(16), "0000000000000101"])
      addImage(plain);
    addImage(null);
    expect(await listKeys(null)).toEqual([]);
    for (const plain of ["0".repeat(16), "f".repeat(16), "0000000000000101"])
      expect(await listKeys(plain)).toEqual([]);
  });

  test("are found among many that came at once", async () => {
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
});

const scene = (name: string) =>
  readFileSync(`scripts/demo/pictures/scenes/${name}.webp`);
/** As a worker finds it: of the small derivative. */
const fingerprintOf = async (picture: Buffer) =>
  findFingerprint(
    await sharp(picture).resize(320, 320, { fit: "inside" }).webp().toBuffer(),
  );

describe("a picture that is sent again", () => {
  const SCENES = ["leaves-1", "forest-1", "garden-1", "lake-2", "mountains-1"];
  beforeEach(() => db.delete(rockPostImages).run());

  test("is found in another size, quality and format, and among others it is the only one @soak", async () => {
    for (const name of SCENES) addImage(await fingerprintOf(scene(name)));
    for (const [index, name] of SCENES.entries()) {
      const again = await sharp(scene(name))
        .resize(1600)
        .jpeg({ quality: 70 })
        .toBuffer();
      const found = (await listAlike(await fingerprintOf(again))).filter(
        ({ bits }) => bits <= ALIKE_BITS,
      );
      const keys = db.select().from(rockPostImages).all();
      expect(found.map(({ key }) => key)).toEqual([keys[index]!.rpi_key]);
    }
  });

  test("is found with its edges cut off, if the camera's clock says the same", async () => {
    const key = addImage(await fingerprintOf(scene("harbour-1")));
    const { width, height } = await sharp(scene("harbour-1")).metadata();
    const cut = await sharp(scene("harbour-1"))
      .extract({
        left: Math.round(width * 0.02),
        top: Math.round(height * 0.02),
        width: Math.round(width * 0.96),
        height: Math.round(height * 0.96),
      })
      .jpeg()
      .toBuffer();
    const [found] = await listAlike(await fingerprintOf(cut));
    expect(found?.key).toBe(key);
    expect(found!.bits).toBeLessThanOrEqual(SAME_SECOND_BITS);
  });
});
