import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { siteFiles } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import {
  manifestLines,
  writeManifest,
} from "#domain/backup/manifest.server.ts";
import {
  checkOriginals,
  withSite,
} from "#domain/check/check-originals.server.ts";
import { deleteFind } from "#domain/finds/admin/delete-find.server.ts";
import { deleteRock } from "#domain/rocks/rocks.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { start, type Place } from "#tests/setup/calls/backup.ts";
import { sumOf, writeInStore } from "#tests/setup/own-store.ts";
import {
  addAlbum,
  addFind,
  addImage,
  addPhoto,
  addRock,
} from "#tests/setup/rows.ts";
import type { Random } from "../../../scripts/demo/random.ts";

/** A store with originals of every kind, and what checks it. */

/** A whole number of a range, both ends included. */
const integer = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1));

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
      const { rps_key, uuid } = addFind({ rock_number });
      keys.finds.push(rps_key);
      const folder = `rocks/${rock_number}/${uuid}`;
      for (let image = integer(random, 1, 5); image > 0; image--) {
        const current_name = randomUUID();
        const sha256 = add(`${folder}/original/${current_name}.jpg`);
        writeInStore(`${folder}/sm/${current_name}.webp`, "a derivative");
        addImage(rps_key, { current_name, sha256 });
      }
    }
    for (let rock_number = 1; rock_number <= finds / 5; rock_number++) {
      const original_file = `${randomUUID()}.png`;
      const folder = `catalog/${rock_number}`;
      const sha256 = add(`${folder}/original/${original_file}`);
      writeInStore(`${folder}/a.webp`, "a derivative");
      const { rc_key } = addRock(rock_number, { original_file, sha256 });
      keys.rocks.push(rc_key);
    }
    for (const album of ["sea", "wood"]) {
      const { pa_key } = addAlbum(album, { order_num: album.length });
      for (let order_num = 1; order_num <= finds / 4; order_num++) {
        const original_file = `${album} ${order_num}.jpg`;
        const name = `${album} ${order_num}.webp`;
        const sha256 = add(`albums/${album}/${original_file}`);
        writeInStore(`albums/${album}/webp/${name}`, "made");
        addPhoto(pa_key, { original_file, name, order_num, sha256 });
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

/**
 * Copies originals into a folder that is laid out as a backup's snapshot.
 * @param moved changes the place that an original has there
 */
export async function copyAsSnapshot(
  folder: string,
  places: string[],
  moved = (place: string) => place,
) {
  const files = places.map((place) => {
    const name = `media/${moved(place)}`;
    const to = path.join(folder, name);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(onDisk(place), to, { preserveTimestamps: true });
    return {
      path: name,
      size: statSync(to).size,
      sha256: sumOf(readFileSync(to)),
    };
  });
  await writeManifest(
    path.join(folder, "manifest.json"),
    manifestLines(files, {
      complete: true,
      missing: [],
      damaged: [],
    }),
  );
}

/** Checks this process's own data. Returns what is wrong, as the command says it, and the rest of the result. */
export async function check(options?: Parameters<typeof checkOriginals>[1]) {
  const {
    wrong,
    broken: _broken,
    unlisted,
    ...rest
  } = await withSite((db) => checkOriginals(db, options));
  return {
    ...rest,
    found: [
      ...wrong.map(({ kind, place }) => `${kind}  ${place}`),
      ...unlisted.map((file) => `not listed  ${file}`),
    ].sort(),
  };
}

/** Starts what `npm run check` runs on a site's data once everything is built, without a terminal. */
export function startCheck(data: Place, ...args: string[]) {
  const { child, lines, ended } = start(["build/node/check.js", ...args], data);
  return { child, lines, ended: ended.then(({ code }) => ({ code, lines })) };
}

export const runCheck = (...started: Parameters<typeof startCheck>) =>
  startCheck(...started).ended;
