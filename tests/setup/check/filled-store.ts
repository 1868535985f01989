import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { getDb } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
  siteFiles,
} from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { deleteFind } from "#domain/finds/admin/delete-find.server.ts";
import { deleteRock } from "#domain/rocks/rocks.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { sumOf } from "../files.ts";
import type { Random } from "../../../scripts/demo/random.ts";

/** The data of a test that has them in its own process. */
export const ownData = () => ({
  databasePath: path.resolve(getSettings().DATABASE_PATH),
  mediaDir: storeRoot(),
});

/** A whole number of a range, both ends included. */
export const integer = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1));

export { sumOf };

/** Writes a file of the store, and returns its checksum. */
export function writeInStore(place: string, bytes: Uint8Array | string) {
  mkdirSync(path.dirname(onDisk(place)), { recursive: true });
  writeFileSync(onDisk(place), bytes);
  return sumOf(Buffer.from(bytes));
}

/** Removes all rows and files, but not the store's id. */
export function emptyStore() {
  const { $client } = getDb();
  for (const table of [
    "jobs",
    "trash",
    "removals",
    "rock_posts",
    "rocks",
    "albums",
    "site_files",
    "site_texts",
  ])
    $client.exec(`DELETE FROM ${table}`);
  for (const name of readdirSync(storeRoot()))
    if (name !== ".store-id")
      rmSync(onDisk(name), { recursive: true, force: true });
}

/**
 * Fills database and store with originals of random bytes, each with its checksum: finds, rocks, albums, a find and a
 * rock in the trash, which are the first ones, and pictures of the site's own. Adds files that no check may mind.
 * @param bytes of each original, at least and at most
 * @returns the paths of all originals
 */
export async function fillStore(
  random: Random,
  finds: number,
  bytes: [low: number, high: number] = [40, 400],
) {
  isStoreHere();
  const places: string[] = [];
  const add = (place: string) => {
    const content = Uint8Array.from({ length: integer(random, ...bytes) }, () =>
      Math.floor(random() * 256),
    );
    places.push(place);
    return writeInStore(place, content);
  };

  const keys = write((tx) => {
    const keys = { finds: [] as number[], rocks: [] as number[] };
    for (let find = 0; find < finds; find++) {
      const rock_number = integer(random, 0, 60);
      const { rps_key, uuid } = tx
        .insert(rockPosts)
        .values({
          uuid: randomUUID(),
          rock_number,
          location: "Harbour wall",
          date: "2026-05-17T00:00:00Z",
          comment: "There it was.",
        })
        .returning()
        .get();
      keys.finds.push(rps_key);
      const folder = `rocks/${rock_number}/${uuid}`;
      for (let image = integer(random, 1, 5); image > 0; image--) {
        const current_name = randomUUID();
        const original_file = `${current_name}.jpg`;
        const sha256 = add(`${folder}/original/${original_file}`);
        writeInStore(`${folder}/sm/${current_name}.webp`, "a derivative");
        tx.insert(rockPostImages)
          .values({
            rps_key,
            current_name,
            original_file,
            original_name: "a.jpg",
            sha256,
          })
          .run();
      }
    }
    for (let rock_number = 1; rock_number <= finds / 5; rock_number++) {
      const original_file = `${randomUUID()}.png`;
      const folder = `catalog/${rock_number}`;
      const sha256 = add(`${folder}/original/${original_file}`);
      writeInStore(`${folder}/a.webp`, "a derivative");
      const { rc_key } = tx
        .insert(rocks)
        .values({ rock_number, original_file, sha256 })
        .returning()
        .get();
      keys.rocks.push(rc_key);
    }
    for (const name of ["sea", "wood"]) {
      const { pa_key } = tx
        .insert(albums)
        .values({ name, order_num: name.length })
        .returning()
        .get();
      for (let order_num = 1; order_num <= finds / 4; order_num++) {
        const original_file = `${name} ${order_num}.jpg`;
        const sha256 = add(`albums/${name}/${original_file}`);
        writeInStore(`albums/${name}/webp/${name} ${order_num}.webp`, "made");
        tx.insert(photos)
          .values({
            pa_key,
            original_file,
            name: `${name} ${order_num}.webp`,
            order_num,
            sha256,
          })
          .run();
      }
    }
    for (const place of ["bkg/home_bkg.webp", "logo.webp"]) {
      const sha256 = add(place);
      const { size, mtimeMs } = statSync(onDisk(place));
      const mtime_ms = Math.round(mtimeMs);
      tx.insert(siteFiles)
        .values({ path: place, bytes: size, mtime_ms, sha256 })
        .run();
    }
    return keys;
  });

  for (const place of [
    "tmp/incoming/a/0",
    "shares/12/a.webp",
    "keepsake/site.zip",
    ".damaged-20260101T000000Z/rocks/1/a.jpg",
    "albums/sea/.DS_Store",
    "bkg/home_bkg_tall.webp",
  ])
    writeInStore(place, "nobody minds");
  await deleteFind(keys.finds[0]!);
  await deleteRock(keys.rocks[0]!);
  return places;
}
