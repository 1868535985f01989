import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { getSettings } from "#core/settings.server.ts";
import { getDb } from "#db/client.server.ts";
import { photos, removals } from "#db/schema.ts";
import { recordJob } from "#domain/jobs/ledger.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { write } from "#db/write.server.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { addImage } from "#tests/setup/rows.ts";
import {
  emptyOwnStore,
  flipBit,
  ownData,
  sumOf,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { check, fillStore, runCheck } from "./filled-store.ts";
import { randomFrom } from "../../../scripts/demo/random.ts";
import { checkIfDue, saveSums } from "#domain/check/nightly.server.ts";
import { readLastCheck, isDue } from "#domain/check/report.server.ts";
import { type Sum } from "#domain/check/check-originals.server.ts";
import { scheduleRemoval } from "#domain/store/removals.server.ts";

const random = randomFrom(7);
const HOUR_MS = 3_600_000;
const db = () => getDb().$client;
let places: string[];
beforeEach(async () => {
  emptyOwnStore();
  db().exec("DELETE FROM reports");
  places = await fillStore(random, 12);
});

/** The value of a query. */
const readOne = (sql: string) => db().prepare(sql).pluck().get();

const placeIn = (folder: string) =>
  places.filter((place) => place.startsWith(`${folder}/`)).at(-1)!;

/** Runs something when the check has seen everything once. */
const checkAnd = (run: () => void) => {
  const all = places.length + 1;
  return check({ onProgress: (done) => (done === all ? run() : undefined) });
};

describe("what is wrong is reported", () => {
  test("wherever it is: finds, rocks, albums, trash and the site's own pictures", async () => {
    const [find, rock, photo] = ["rocks", "catalog", "albums"].map(placeIn);
    const [trashed] = places;
    const lost = places.find((place) => place.startsWith("catalog/1/"));
    flipBit(find!);
    rmSync(onDisk(rock!));
    flipBit(photo!);
    flipBit(trashed!);
    rmSync(onDisk(lost!));
    flipBit("bkg/home_bkg.webp");
    rmSync(onDisk("logo.webp"));
    db().exec(
      `INSERT INTO site_texts VALUES ('picture:rock_bkg', '{"original_file":"family.jpg"}')`,
    );
    writeInStore("bkg/original/other.jpg", "of nobody");
    expect((await check()).found).toEqual(
      [
        `changed  ${find}`,
        `missing  ${rock}`,
        `changed  ${photo}`,
        `changed  ${trashed}`,
        `missing  ${lost}`,
        "changed  bkg/home_bkg.webp",
        "missing  logo.webp",
        "missing  bkg/original/family.jpg",
        "not listed  bkg/original/other.jpg",
      ].sort(),
    );
  });

  test("as changed if nobody can read it, and as missing if something else has its place", async () => {
    const [find, rock] = ["rocks", "catalog"].map(placeIn);
    rmSync(onDisk(find!));
    symlinkSync(path.basename(find!), onDisk(find!));
    rmSync(onDisk(rock!));
    mkdirSync(onDisk(rock!));
    expect((await check()).found).toEqual([
      `changed  ${find}`,
      `missing  ${rock}`,
    ]);
  });
});

describe("nothing else is reported", () => {
  test("what comes and goes while the check runs", async () => {
    const find = placeIn("rocks");
    const rps_key = readOne(
      `SELECT rps_key FROM rock_posts WHERE uuid = '${find.split("/")[2]}'`,
    );
    const put = (file: string) =>
      [onDisk(file), onDisk(`tmp/${path.basename(file)}`)] as const;
    const [rock, away] = put(placeIn("catalog"));
    renameSync(rock, away);
    const gone = placeIn("albums");
    rmSync(onDisk(gone));
    writeInStore(`${path.posix.dirname(find)}/late.jpg`, "its row comes later");
    writeInStore("albums/wood/short.jpg", "it goes again");
    const { found } = await checkAnd(() => {
      renameSync(away, rock);
      rmSync(onDisk("albums/wood/short.jpg"));
      write(() => {
        db().exec(
          `DELETE FROM photos WHERE original_file = '${path.basename(gone)}'`,
        );
        addImage(Number(rps_key), { current_name: "late" });
      });
    });
    expect(found).toEqual([]);
  });

  test("what an upload, a sync or a deletion is still busy with @soak", async () => {
    const uuid = "5f1b1b5e-8f3b-4d0e-9a53-6f2f0c6d1a11";
    writeInStore(`tmp/incoming/${uuid}/moving-to-12`, "");
    writeInStore(`rocks/12/${uuid}/original/new.jpg`, "of a new find");
    writeInStore("tmp/incoming/x/moving-file", "catalog/77/original/new.jpg");
    writeInStore("catalog/77/original/new.jpg", "of a new rock");
    writeInStore("albums/sea/new.jpg", "before its sync");
    writeInStore("rocks/9/old/original/a.jpg", "to be removed");
    write((tx) => {
      recordJob(tx, "sync-albums", {});
      tx.insert(removals).values({ path: "rocks/9/old" }).run();
    });
    expect((await check()).found).toEqual([]);
    rmSync(onDisk("tmp/incoming"), { recursive: true });
    getDb().$client.exec("DELETE FROM jobs; DELETE FROM removals");
    expect((await check()).found).toEqual([
      "not listed  albums/sea/new.jpg",
      "not listed  catalog/77/original/new.jpg",
      "not listed  rocks/12/5f1b1b5e-8f3b-4d0e-9a53-6f2f0c6d1a11/original/new.jpg",
      "not listed  rocks/9/old/original/a.jpg",
    ]);
  });

  test("a picture of the site's own that an operator has replaced, or one for phones that is made again", async () => {
    writeInStore("bkg/home_bkg.webp", "another picture");
    expect(await check()).toMatchObject({ found: [], unread: 2 });
    const later = new Date("2026-11-01T00:00:00Z");
    utimesSync(onDisk("logo.webp"), later, later);
    rmSync(onDisk("bkg/home_bkg_tall.webp"));
    expect(await check()).toMatchObject({ found: [], unread: 2 });
  });

  test("an original that was never read", async () => {
    db().exec("UPDATE rock_post_images SET sha256 = NULL");
    flipBit(placeIn("rocks"));
    const images = readOne("SELECT count(*) FROM rock_post_images");
    expect(await check()).toMatchObject({
      found: [],
      unread: Number(images) + 1,
    });
  });
});

test("a check that can't be made says why in one line", async () => {
  expect(isStoreHere()).toBe(true);
  const volume = takeStoreAway(ownData());
  const away = `${storeRoot()} is not this site's store: nothing was checked.`;
  await expect(check().finally(volume.bringBack)).rejects.toThrow(away);

  const { $client } = getDb();
  const flip = "UPDATE __drizzle_migrations SET created_at = -created_at";
  $client.exec(flip);
  const checking = check().finally(() => $client.exec(flip));
  await expect(checking).rejects.toThrow(
    "The database is of an older version. Start the site once, which updates it.",
  );

  const settings = getSettings();
  const { DATABASE_PATH } = settings;
  settings.DATABASE_PATH = path.join(storeRoot(), "../other.sqlite");
  const none = `There is no site here: no database is at ${settings.DATABASE_PATH}.`;
  await expect(check()).rejects.toThrow(none);
  settings.DATABASE_PATH = DATABASE_PATH;
  expect(await runCheck(ownData(), "--form", "backups")).toEqual({
    code: 1,
    lines: ["It takes nothing, or a backup: npm run check -- --from FOLDER"],
  });
});

/** Every original outside of the trash with its checksum, as the rows have it. */
const readSums = () =>
  db()
    .prepare<[], [file: string, sha256: string | null]>(
      `SELECT original_file AS file, sha256 FROM rock_post_images UNION ALL
       SELECT original_file, sha256 FROM rocks UNION ALL
       SELECT original_file, sha256 FROM photos UNION ALL
       SELECT path, sha256 FROM site_files ORDER BY file`,
    )
    .raw()
    .all();

const dropSums = () => {
  for (const table of ["rock_post_images", "rocks", "photos"])
    db().exec(`UPDATE ${table} SET sha256 = NULL`);
  db().exec("DELETE FROM site_files");
};

describe("a night's check", () => {
  test("is due at four, is made up when it was missed, and comes in spite of a date in the future", () => {
    const at = (time: string) => new Date(`2026-05-17T${time}`);
    const yesterday = at("04:30").getTime() - 24 * HOUR_MS;
    expect(isDue(yesterday, at("03:59"))).toBe(false);
    expect(isDue(yesterday, at("04:00"))).toBe(true);
    expect(isDue(at("04:05").getTime(), at("23:00"))).toBe(false);
    expect(isDue(yesterday - 72 * HOUR_MS, at("12:00"))).toBe(true);
    expect(isDue(at("12:00").getTime() + HOUR_MS, at("12:00"))).toBe(true);
    expect(isDue(yesterday, at("12:00"), 1)).toBe(false);
    expect(isDue(yesterday - 24 * HOUR_MS, at("12:00"), 1)).toBe(true);
  });

  test("gives every original that was never read its checksum, and is not made twice @soak", async () => {
    writeInStore("bkg/home_bkg_tall.webp", "nobody minds");
    const before = readSums();
    dropSums();
    await checkIfDue(new Date());
    expect(readSums()).toEqual(
      [
        ...before,
        ["bkg/home_bkg_tall.webp", sumOf(Buffer.from("nobody minds"))],
      ].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const first = readLastCheck()!;
    expect(first).toMatchObject({
      originals: places.length + 1,
      missing: 0,
      changed: 0,
      unlisted: 0,
      isLate: false,
    });
    await checkIfDue(new Date());
    expect(readLastCheck()).toEqual(first);
    await checkIfDue(new Date(Date.now() + 24 * HOUR_MS));
    expect(readLastCheck()!.ended).toBeGreaterThan(first.ended);
    expect((await check()).found).toEqual([]);
  });

  test("reports what is wrong, names the first of it, and takes no damage for a new checksum", async () => {
    const before = readSums();
    const wrong = places.filter((place) => place.startsWith("rocks/"));
    for (const place of wrong) flipBit(place);
    flipBit("bkg/home_bkg.webp");
    rmSync(onDisk("logo.webp"));
    writeInStore("albums/sea/stray.txt", "a stray");
    await checkIfDue(new Date());
    expect(readLastCheck()).toMatchObject({
      originals: places.length + 1,
      changed: wrong.length + 1,
      missing: 1,
      unlisted: 1,
      some: ["bkg/home_bkg.webp", "logo.webp", expect.any(String)],
    });
    expect(
      readSums().filter(([file]) => file !== "bkg/home_bkg_tall.webp"),
    ).toEqual(before);
  });

  test("waits while the store is away", async () => {
    expect(isStoreHere()).toBe(true);
    const volume = takeStoreAway(ownData());
    const wait = await checkIfDue(new Date()).finally(volume.bringBack);
    expect(wait).toBeLessThan(60_000);
    expect(readLastCheck()).toBeNull();
  });

  test("says why it failed, and is tried again @soak", async () => {
    const flip = "UPDATE __drizzle_migrations SET created_at = -created_at";
    db().exec(flip);
    const wait = await checkIfDue(new Date());
    db().exec(flip);
    expect(wait).toBe(HOUR_MS);
    expect(readLastCheck()).toMatchObject({
      error: expect.stringContaining("older version"),
    });
    await checkIfDue(new Date());
    expect(readLastCheck()).toMatchObject({ changed: 0 });
  });

  test("ends at once with the site, and counts for nothing then", async () => {
    const stop = new AbortController();
    const checking = checkIfDue(new Date(), stop.signal);
    stop.abort();
    await checking;
    expect(readLastCheck()).toBeNull();
  });
});

describe("a checksum that was found is not kept", () => {
  const FOUND = "ab".repeat(32);
  const sumFor = (place: string, row: Sum["row"]): Sum => {
    const rest = { sha256: FOUND, bytes: 1, mtime_ms: 2 };
    return { row, place, ...rest };
  };

  test("if its row has got one, names another file, or is gone", async () => {
    const place = places.findLast((place) => place.startsWith("rocks/"))!;
    const where = `FROM rock_post_images WHERE original_file = '${path.basename(place)}'`;
    const key = Number(readOne(`SELECT rpi_key ${where}`));
    const row = { of: "find" as const, key };
    const read = () => readOne(`SELECT sha256 ${where}`);
    const before = read();
    await saveSums([sumFor(place, row), sumFor(place, { ...row, key: 999 })]);
    expect(read()).toBe(before);
    db().exec("UPDATE rock_post_images SET sha256 = NULL");
    await saveSums([sumFor(`${place}.heic`, row)]);
    expect(read()).toBeNull();
    await saveSums([sumFor(place, row)]);
    expect(read()).toBe(FOUND);
  });

  test.each([
    [3, null],
    [1, FOUND],
    [null, FOUND],
  ])(
    "if a photo's file has changed since the last sync: %s bytes",
    async (bytes, sum) => {
      const { p_key, original_file } = getDb().select().from(photos).get()!;
      db().exec(
        `UPDATE photos SET sha256 = NULL, bytes = ${bytes}, mtime_ms = 2`,
      );
      await saveSums([
        sumFor(`albums/sea/${original_file}`, { of: "photo", key: p_key }),
      ]);
      expect(readOne(`SELECT sha256 FROM photos WHERE p_key = ${p_key}`)).toBe(
        sum,
      );
    },
  );

  test("if a picture of the site's own has been replaced, or is being removed", async () => {
    db().exec("DELETE FROM site_files");
    const places = () =>
      db().prepare("SELECT path FROM site_files").pluck().all();
    const asItIs = (place: string): Sum => {
      const { size, mtimeMs } = statSync(onDisk(place));
      const mtime_ms = Math.round(mtimeMs);
      return { ...sumFor(place, undefined), bytes: size, mtime_ms };
    };
    const [HERO, TALL] = ["bkg/home_bkg.webp", "bkg/home_bkg_tall.webp"];
    const [hero, tall, logo] = [HERO, TALL, "logo.webp"].map(asItIs);
    rmSync(onDisk("logo.webp"));
    write((tx) => scheduleRemoval(tx, [TALL]));
    await saveSums([sumFor(HERO, undefined), tall!, logo!]);
    expect(places()).toEqual([]);
    await saveSums([hero!]);
    expect(places()).toEqual([HERO]);
    write((tx) => scheduleRemoval(tx, [HERO]));
    expect(places()).toEqual([]);
  });
});
