import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { getSettings } from "#core/settings.server.ts";
import { removals } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import type { Sum } from "#domain/check/check-originals.server.ts";
import {
  checkIfDue,
  saveSums,
  readLastCheck,
  isDue,
} from "#domain/check/nightly.server.ts";
import { recordJob } from "#domain/jobs/ledger.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { scheduleRemoval } from "#domain/store/removals.server.ts";
import { writeMark } from "#domain/uploads/incoming.server.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { flipBit, ownData, writeInStore } from "#tests/setup/own-store.ts";
import { addImage, readColumn, readRows, runSql } from "#tests/setup/rows.ts";
import { check, fillStore, runCheck } from "./filled-store.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let places: string[];
beforeEach(async () => {
  places = await fillStore();
});

const placeIn = (folder: string) =>
  places.findLast((place) => place.startsWith(`${folder}/`))!;
const remove = (place: string) => rmSync(onDisk(place));

/** Runs something while another process has the store, or the database is of an older version. */
const whileAway = <T>(run: () => Promise<T>) => {
  expect(isStoreHere()).toBe(true);
  return run().finally(takeStoreAway(ownData()).bringBack);
};
const FLIP = "UPDATE __drizzle_migrations SET created_at = -created_at";
const whileOlder = <T>(run: () => Promise<T>) => {
  runSql(FLIP);
  return run().finally(() => runSql(FLIP));
};

test("what is wrong is reported wherever it is: finds, rocks, albums, trash and the site's own pictures", async () => {
  const changed = [placeIn("rocks"), placeIn("albums"), places[0]!];
  const missing = [placeIn("catalog"), "catalog/1/original/1.png"];
  for (const place of [...changed, "bkg/home_bkg.webp"]) flipBit(place);
  for (const place of [...missing, "logo.webp"]) remove(place);
  runSql(
    `INSERT INTO site_texts VALUES ('picture:rock_bkg', '{"original_file":"family.jpg"}')`,
  );
  writeInStore("bkg/original/other.jpg", "of nobody");
  expect((await check()).found).toEqual([
    ...["bkg/home_bkg.webp", ...changed]
      .sort()
      .map((place) => `changed  ${place}`),
    ...["bkg/original/family.jpg", "logo.webp", ...missing]
      .sort()
      .map((place) => `missing  ${place}`),
    "not listed  bkg/original/other.jpg",
  ]);
});

test("what a sync leaves out of an album's folder on purpose is noted with the reason, what systems leave there isn't, and the command ends with 0", async () => {
  writeInStore("albums/sea/waves.mov", "a film");
  writeInStore("albums/sea/more/a.jpg", "in a folder");
  writeInStore("albums/sea/Thumbs.db", "of a system");
  const { found, leftOut } = await check();
  expect(found).toEqual([]);
  expect(leftOut).toEqual([
    { path: "sea/more/a.jpg", why: "it is inside of an album" },
    { path: "sea/waves.mov", why: "films can't be shown" },
  ]);
  const { code, lines } = await runCheck(ownData());
  expect(code).toBe(0);
  const said = lines.join("\n");
  expect(said).toContain(
    "left out  albums/sea/waves.mov  (films can't be shown)",
  );
  expect(said).toMatch(
    /All is well: .* 2 files in the albums' folders are left out by every sync/,
  );
});

test("what is wrong is reported as changed if nobody can read it, and as missing if something else has its place", async () => {
  const [find, rock] = [placeIn("rocks"), placeIn("catalog")];
  for (const place of [find, rock]) remove(place);
  symlinkSync(path.basename(find), onDisk(find));
  mkdirSync(onDisk(rock));
  const { found } = await check();
  expect(found).toEqual([`changed  ${find}`, `missing  ${rock}`]);
});

test("what comes and goes while the check runs is not reported", async () => {
  const find = placeIn("rocks");
  const [rps_key] = readColumn(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${find.split("/")[2]}'`,
  );
  const [rock, away] = [onDisk(placeIn("catalog")), onDisk("tmp/away.png")];
  renameSync(rock, away);
  const gone = placeIn("albums");
  remove(gone);
  writeInStore(`${path.posix.dirname(find)}/late.jpg`, "its row comes later");
  writeInStore("albums/wood/short.jpg", "it goes again");
  const change = () => {
    renameSync(away, rock);
    remove("albums/wood/short.jpg");
    runSql(`DELETE FROM photos WHERE original_file = '${path.basename(gone)}'`);
    addImage(Number(rps_key), { current_name: "late" });
  };
  /** When the check has seen everything once. */
  const onProgress = (done: number) =>
    done === places.length + 1 ? change() : undefined;
  expect((await check({ onProgress })).found).toEqual([]);
});

test("what an upload, a sync or a deletion is still busy with is not reported @soak", async () => {
  const find = "rocks/12/5f1b1b5e-8f3b-4d0e-9a53-6f2f0c6d1a11";
  const busy = [
    "albums/sea/new.jpg",
    "catalog/77/original/new.jpg",
    `${find}/original/new.jpg`,
    "rocks/9/old/original/a.jpg",
  ];
  for (const place of busy) writeInStore(place, "new");
  await writeMark(path.basename(find), { places: [busy[2]!], folder: find });
  await writeMark("x", { places: [busy[1]!] });
  write((tx) => {
    recordJob(tx, "sync-albums", {});
    tx.insert(removals).values({ path: "rocks/9/old" }).run();
  });
  expect((await check()).found).toEqual([]);
  rmSync(onDisk("tmp/incoming"), { recursive: true });
  runSql("DELETE FROM jobs; DELETE FROM removals");
  const { found } = await check();
  expect(found).toEqual(busy.map((place) => `not listed  ${place}`));
});

test("a picture of the site's own that an operator has replaced, or one for phones that was removed, is not reported", async () => {
  writeInStore("bkg/home_bkg.webp", "another picture");
  expect(await check()).toMatchObject({ found: [], unread: 2 });
  const later = new Date("2026-11-01T00:00:00Z");
  utimesSync(onDisk("logo.webp"), later, later);
  remove("bkg/home_bkg_tall.webp");
  expect(await check()).toMatchObject({ found: [], unread: 2 });
});

test("an original that was never read is not reported", async () => {
  runSql("UPDATE rock_post_images SET sha256 = NULL");
  flipBit(placeIn("rocks"));
  const images = readColumn("SELECT 1 FROM rock_post_images").length;
  expect(await check()).toMatchObject({ found: [], unread: images + 1 });
});

test("a check that can't be made says why in one line", async () => {
  await expect(whileAway(() => check())).rejects.toThrow(
    `${storeRoot()} is not this site's store: nothing was checked.`,
  );
  await expect(whileOlder(() => check())).rejects.toThrow(
    "The database is of an older version. Start the site once, which updates it.",
  );
  const settings = getSettings();
  const { DATABASE_PATH } = settings;
  settings.DATABASE_PATH = path.join(storeRoot(), "../other.sqlite");
  await expect(check()).rejects.toThrow(
    `There is no site here: no database is at ${settings.DATABASE_PATH}.`,
  );
  settings.DATABASE_PATH = DATABASE_PATH;
  expect(await runCheck(ownData(), "--form", "backups")).toEqual({
    code: 1,
    lines: ["It takes nothing, or a backup: npm run check -- --from FOLDER"],
  });
});

/** Every original outside of the trash with its checksum, as the rows have it. */
const readSums = () =>
  readRows(
    `SELECT original_file AS file, sha256 FROM rock_post_images UNION ALL
     SELECT original_file, sha256 FROM rocks UNION ALL
     SELECT original_file, sha256 FROM photos UNION ALL
     SELECT path, sha256 FROM site_files WHERE path != 'bkg/home_bkg_tall.webp' ORDER BY file`,
  );

test.each<[last: string, now: string, days: number | undefined, boolean]>([
  ["16T04:30", "17T03:59", undefined, false],
  ["16T04:30", "17T04:00", undefined, true],
  ["17T04:05", "17T23:00", undefined, false],
  ["13T04:30", "17T12:00", undefined, true],
  ["17T13:00", "17T12:00", undefined, true],
  ["16T04:30", "17T12:00", 1, false],
  ["15T04:30", "17T12:00", 1, true],
])(
  "a night's check is due at four, is made up when it was missed, and comes in spite of a date in the future: after %s, at %s, but %j days: %s",
  (last, now, days, due) => {
    const at = (time: string) => new Date(`2026-05-${time}:00`);
    expect(isDue(at(last).getTime(), at(now), days)).toBe(due);
  },
);

test("a night's check gives every original that was never read its checksum, and is not made twice @soak", async () => {
  const before = readSums();
  for (const table of ["rock_post_images", "rocks", "photos"])
    runSql(`UPDATE ${table} SET sha256 = NULL`);
  runSql("DELETE FROM site_files");
  const night = (later: number) => checkIfDue(new Date(Date.now() + later));
  await night(0);
  expect(readSums()).toEqual(before);
  const first = readLastCheck()!;
  expect(first).toMatchObject({
    ...{ originals: places.length + 1, isLate: false },
    ...{ missing: 0, changed: 0, unlisted: 0 },
  });
  await night(0);
  expect(readLastCheck()).toEqual(first);
  await night(DAY);
  expect(readLastCheck()!.ended).toBeGreaterThan(first.ended);
  expect((await check()).found).toEqual([]);
});

test("a night's check reports what is wrong, names the first of it, and takes no damage for a new checksum", async () => {
  const before = readSums();
  const wrong = places.filter((place) => place.startsWith("rocks/"));
  for (const place of [...wrong, "bkg/home_bkg.webp"]) flipBit(place);
  remove("logo.webp");
  writeInStore("rocks/9/stray.txt", "a stray");
  await checkIfDue(new Date());
  expect(readLastCheck()).toMatchObject({
    ...{ originals: places.length + 1, changed: wrong.length + 1 },
    ...{ missing: 1, unlisted: 1 },
    some: ["bkg/home_bkg.webp", "logo.webp", expect.any(String)],
  });
  expect(readSums()).toEqual(before);
});

test("a night's check waits while the store is away", async () => {
  const wait = await whileAway(() => checkIfDue(new Date()));
  expect(wait).toBeLessThan(60_000);
  expect(readLastCheck()).toBeNull();
});

test("a night's check says why it failed, and is tried again @soak", async () => {
  const wait = await whileOlder(() => checkIfDue(new Date()));
  expect(wait).toBe(HOUR);
  const error = expect.stringContaining("older version") as string;
  expect(readLastCheck()).toMatchObject({ error });
  await checkIfDue(new Date());
  expect(readLastCheck()).toMatchObject({ changed: 0 });
});

test("a night's check ends at once with the site, and counts for nothing then", async () => {
  const stop = new AbortController();
  const checking = checkIfDue(new Date(), stop.signal);
  stop.abort();
  await checking;
  expect(readLastCheck()).toBeNull();
});

const sha256 = "ab".repeat(32);
/** Saves a checksum. @returns what the row has then */
async function saveFor(table: string, { place, row, ...state }: Partial<Sum>) {
  const found = { bytes: 1, mtime_ms: 2, ...state };
  await saveSums([{ row, place: place!, sha256, ...found }]);
  return readColumn(`SELECT sha256 FROM ${table}`).at(-1);
}

test("a checksum that was found is not kept if its row has got one, names another file, or is gone", async () => {
  const place = placeIn("rocks");
  const [key] = readColumn("SELECT max(rpi_key) FROM rock_post_images");
  const row = { of: "find" as const, key: Number(key) };
  const gone = { of: "find" as const, key: 999 };
  const save = (sum: Partial<Sum>) => saveFor("rock_post_images", sum);
  const [before] = readColumn("SELECT sha256 FROM rock_post_images").slice(-1);
  expect(await save({ place, row })).toBe(before);
  runSql("UPDATE rock_post_images SET sha256 = NULL");
  expect(await save({ place, row: gone })).toBeNull();
  expect(await save({ place: `${place}.heic`, row })).toBeNull();
  expect(await save({ place, row })).toBe(sha256);
});

test.each([
  [3, null],
  [1, sha256],
  [null, sha256],
])(
  "a checksum that was found is not kept if a photo's file has changed since the last sync: %s bytes",
  async (bytes, kept) => {
    const [key] = readColumn("SELECT max(p_key) FROM photos");
    runSql(`UPDATE photos SET sha256 = NULL, bytes = ${bytes}, mtime_ms = 2`);
    const row = { of: "photo" as const, key: Number(key) };
    const place = placeIn("albums");
    expect(await saveFor("photos", { place, row })).toBe(kept);
  },
);

test("a checksum that was found is not kept if a picture of the site's own has been replaced, or is being removed", async () => {
  runSql("DELETE FROM site_files");
  const asItIs = (place: string) => {
    const { size: bytes, mtimeMs } = statSync(onDisk(place));
    return { place, bytes, mtime_ms: Math.round(mtimeMs) };
  };
  const save = (sum: Partial<Sum>) => saveFor("site_files", sum);
  const [HERO, TALL] = ["bkg/home_bkg.webp", "bkg/home_bkg_tall.webp"];
  const [hero, tall, logo] = [HERO, TALL, "logo.webp"].map(asItIs);
  remove("logo.webp");
  write((tx) => scheduleRemoval(tx, TALL));
  for (const sum of [{ place: HERO }, tall!, logo!])
    expect(await save(sum)).toBeUndefined();
  expect(await save(hero!)).toBe(sha256);
  write((tx) => scheduleRemoval(tx, HERO));
  expect(readColumn("SELECT path FROM site_files")).toEqual([]);
});
