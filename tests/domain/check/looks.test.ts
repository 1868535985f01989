import {
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { getSettings } from "#core/settings.server.ts";
import { getDb } from "#db/client.server.ts";
import {
  photos,
  removals,
  rockPostImages,
  rockPosts,
  siteTexts,
} from "#db/schema.ts";
import { recordJob } from "#domain/jobs/ledger.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { write } from "#db/write.server.ts";
import { check } from "#tests/setup/check/check.ts";
import { flipBit } from "#tests/setup/check/faults.ts";
import {
  emptyStore,
  fillStore,
  ownData,
  writeInStore,
} from "#tests/setup/check/filled-store.ts";
import { runCheck } from "#tests/setup/check/run-check.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { addImage } from "../rows.ts";
import { randomFrom } from "../../../scripts/demo/random.ts";

const random = randomFrom(7);
let places: string[];
beforeEach(async () => {
  emptyStore();
  places = await fillStore(random, 12);
});

const placeIn = (folder: string) =>
  places.filter((place) => place.startsWith(`${folder}/`)).at(-1)!;

/** The row of the find whose original is at a place. */
const findAt = (place: string) =>
  getDb()
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.uuid, place.split("/")[2]!))
    .get()!;

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
    flipBit(random, find!);
    rmSync(onDisk(rock!));
    flipBit(random, photo!);
    flipBit(random, trashed!);
    rmSync(onDisk(lost!));
    flipBit(random, "bkg/home_bkg.webp");
    rmSync(onDisk("logo.webp"));
    getDb()
      .insert(siteTexts)
      .values({
        key: "picture:rock_bkg",
        value: JSON.stringify({ original_file: "family.jpg" }),
      })
      .run();
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
    const { rps_key } = findAt(find);
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
      write((tx) => {
        tx.delete(photos)
          .where(eq(photos.original_file, path.basename(gone)))
          .run();
        addImage(rps_key, { current_name: "late" });
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
    const db = getDb();
    db.update(rockPostImages).set({ sha256: null }).run();
    flipBit(random, placeIn("rocks"));
    const { found, unread } = await check();
    expect(found).toEqual([]);
    const { changes } = db.$client
      .prepare("UPDATE rock_post_images SET sha256 = NULL")
      .run();
    expect(unread).toBe(changes + 1);
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
