import { randomBytes } from "node:crypto";
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
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import { deleteRock } from "#domain/rocks/rocks.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { start, type Place } from "#tests/setup/calls/backup.ts";
import { emptyOwnStore, sumOf, writeInStore } from "#tests/setup/own-store.ts";
import {
  addAlbum,
  addFind,
  addImage,
  addPhoto,
  addRock,
} from "#tests/setup/rows.ts";

/** A store with originals of every kind, and what checks it. */

/**
 * Begins with an empty database and store, and fills them with originals, each with its checksum: finds of one to three
 * images, rocks, albums, a find and a rock in the trash, which are the first ones, and pictures of the site's own. Adds
 * files that no check may mind.
 * @returns the paths of all originals
 */
export async function fillStore() {
  emptyOwnStore();
  const places: string[] = [];
  const add = (place: string) => {
    places.push(place);
    return writeInStore(place, randomBytes(400));
  };
  const keys = write((tx) => {
    const finds = Array.from({ length: 10 }, (_, n) => {
      const { rps_key, uuid } = addFind({ rock_number: n });
      for (let image = n % 3; image >= 0; image--) {
        const current_name = `${n}-${image}`;
        const sha256 = add(`rocks/${n}/${uuid}/original/${current_name}.jpg`);
        writeInStore(`rocks/${n}/${uuid}/sm/${current_name}.webp`, "made");
        addImage(rps_key, { current_name, sha256 });
      }
      return rps_key;
    });
    const rocks = [1, 2].map((number) => {
      const original_file = `${number}.png`;
      const sha256 = add(`catalog/${number}/original/${original_file}`);
      writeInStore(`catalog/${number}/a.webp`, "made");
      return addRock(number, { original_file, sha256 }).rc_key;
    });
    for (const album of ["sea", "wood"]) {
      const { pa_key } = addAlbum(album, { order_num: album.length });
      for (const order_num of [1, 2]) {
        const original_file = `${album} ${order_num}.jpg`;
        const name = `${album} ${order_num}.webp`;
        const sha256 = add(`albums/${album}/${original_file}`);
        writeInStore(`albums/${album}/webp/${name}`, "made");
        addPhoto(pa_key, { original_file, name, order_num, sha256 });
      }
    }
    for (const place of ["bkg/home_bkg.webp", "logo.webp"]) {
      const sha256 = add(place);
      const { size: bytes, mtimeMs } = statSync(onDisk(place));
      const mtime_ms = Math.round(mtimeMs);
      const row = { path: place, bytes, mtime_ms, sha256 };
      tx.insert(siteFiles).values(row).run();
    }
    return { finds, rocks };
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
    const bytes = readFileSync(to);
    return { path: name, size: bytes.length, sha256: sumOf(bytes) };
  });
  const whole = { complete: true, missing: [], damaged: [] };
  const manifest = path.join(folder, "manifest.json");
  await writeManifest(manifest, manifestLines(files, whole));
}

/** Checks this process's own data. Returns what is wrong, as the command says it, and the rest of the result. */
export async function check(options?: Parameters<typeof checkOriginals>[1]) {
  const { wrong, unlisted, ...rest } = await withSite((db) =>
    checkOriginals(db, options),
  );
  const found = [
    ...wrong.map(({ kind, place }) => `${kind}  ${place}`),
    ...unlisted.map((file) => `not listed  ${file}`),
  ];
  return { ...rest, found: found.sort() };
}

/** Starts what `npm run check` runs on a site's data once everything is built, without a terminal. */
export function startCheck(data: Place, ...args: string[]) {
  const { child, lines, ended } = start(["build/node/check.js", ...args], data);
  return { child, lines, ended: ended.then(({ code }) => ({ code, lines })) };
}

export const runCheck = (...started: Parameters<typeof startCheck>) =>
  startCheck(...started).ended;
