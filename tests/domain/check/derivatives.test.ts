import { lstatSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { write } from "#db/write.server.ts";
import { checkIfDue, readLastCheck } from "#domain/check/nightly.server.ts";
import { startEmbeddedEngine } from "#domain/engines/engine.server.ts";
import type { Picture } from "#domain/jobs/catalogue.ts";
import { recordInParts } from "#domain/jobs/parts.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import {
  addAlbum,
  addFind,
  addImage,
  addPhoto,
  addRock,
  readColumn,
  readRows,
  runSql,
} from "#tests/setup/rows.ts";
import { flipBit, ownData, writeInStore } from "#tests/setup/own-store.ts";
import { runCheck } from "./filled-store.ts";

const FIND = "rocks/5/00000000-0000-4000-8000-000000000001";
const SMALL = `${FIND}/sm/a.webp`;
const LARGE = `${FIND}/webp/a.webp`;
const DAY_MS = 24 * 3_600_000;

/** The content of every file when all is well. */
const whole = new Map<string, Buffer>();
const read = (place: string) => readFileSync(onDisk(place));
const describeStore = () =>
  filesBelow(storeRoot()).map((place) => {
    const { mtimeMs } = lstatSync(onDisk(place));
    return [place, mtimeMs, sumOf(read(place))];
  });
const PLAIN = readFileSync(fixture("plain.png"));

function addPictures(): Picture[] {
  writeInStore(`${FIND}/original/a.png`, PLAIN);
  writeInStore("catalog/7/original/rock.png", PLAIN);
  writeInStore("albums/sea/shore.png", PLAIN);
  const find = addFind({ uuid: path.basename(FIND), rock_number: 5 });
  const image = { current_name: "a", original_file: "a.png" };
  const photo = { original_file: "shore.png", name: "shore.webp" };
  return [
    { of: "find", key: addImage(find.rps_key, image).rpi_key },
    { of: "catalogue", key: addRock(7, { original_file: "rock.png" }).rc_key },
    { of: "photo", key: addPhoto(addAlbum("sea").pa_key, photo).p_key },
  ];
}

async function doJobs() {
  const engine = startEmbeddedEngine();
  const open = "SELECT 1 FROM jobs WHERE state IN ('queued', 'running')";
  await until(() => readRows(open).length === 0);
  await engine.stop(0);
}

const listJobs = () =>
  readColumn(`SELECT payload ->> '$.pictures' FROM jobs
               WHERE kind = 'derive' AND parent_id IS NOT NULL`);
const expectAllReady = () =>
  expect(
    readColumn(
      "SELECT ready FROM rock_post_images UNION ALL SELECT ready AND pin_ready FROM rocks UNION ALL SELECT ready FROM photos",
    ),
  ).toEqual([1, 1, 1]);

beforeAll(async () => {
  requireStore();
  const pictures = addPictures();
  write((tx) => recordInParts(tx, pictures));
  await doJobs();
  expectAllReady();
  for (const place of filesBelow(onDisk("")))
    if (/^(rocks|catalog|albums)\//.test(place)) whole.set(place, read(place));
  const made = [...whole.keys()].filter((place) => place.endsWith(".webp"));
  expect(made).toEqual([
    "albums/sea/webp/shore.webp",
    "albums/sea/webp300x300/shore.webp",
    "albums/sea/webp640/shore.webp",
    "catalog/7/a.webp",
    "catalog/7/a_sm.webp",
    "catalog/7/a_xs.webp",
    "catalog/7/pin.webp",
    SMALL,
    LARGE,
    `${FIND}/webp640/a.webp`,
  ]);
});

beforeEach(() => {
  for (const [place, content] of whole) writeInStore(place, content);
  runSql(`DELETE FROM jobs; DELETE FROM reports;
       UPDATE rock_post_images SET ready = 1, error = NULL;
       UPDATE rocks SET ready = 1, pin_ready = 1, error = NULL;
       UPDATE photos SET ready = 1, missing = 0, error = NULL`);
});

/** Breaks derivatives of every kind. Returns how a check has to name them. */
function breakSome() {
  const [shore, rock] = ["albums/sea/webp/shore.webp", "catalog/7/a.webp"];
  rmSync(onDisk(SMALL));
  writeInStore(LARGE, "");
  writeInStore(rock, read(rock).subarray(0, -9));
  writeInStore("catalog/7/pin.webp", PLAIN);
  writeInStore(shore, Buffer.alloc(read(shore).length));
  return [
    `derivative damaged  ${shore}`,
    `derivative damaged  ${rock}`,
    "derivative damaged  catalog/7/pin.webp",
    `derivative missing  ${SMALL}`,
    `derivative empty  ${LARGE}`,
  ];
}

test("the command names every broken derivative, says what to do, and changes nothing", async () => {
  const named = breakSome();
  const isSettled = ([place]: unknown[]) => !/^tmp\//.test(String(place));
  const before = describeStore().filter(isSettled);
  const { code, lines } = await runCheck(ownData());
  expect(code).toBe(1);
  expect(lines).toEqual([
    ...named,
    expect.stringMatching(
      /^All originals are well: .* 5 derivatives can't be shown\. The site makes them again at night/,
    ),
  ]);
  expect(describeStore().filter(isSettled)).toEqual(before);
  expect(listJobs()).toEqual([]);
});

test("the command doesn't expect derivatives that nobody is shown @soak", async () => {
  breakSome();
  runSql(`UPDATE rock_post_images SET ready = 0; UPDATE photos SET missing = 1;
       UPDATE rocks SET ready = 0`);
  expect((await runCheck(ownData())).code).toBe(0);
});

test("the site's nightly check has broken derivatives made again, and everybody keeps what is there until then", async () => {
  const broken = breakSome();
  await checkIfDue(new Date());
  const result = { missing: 0, changed: 0, unlisted: 0 };
  const madeAgain = broken.length;
  expect(readLastCheck()).toMatchObject({ ...result, madeAgain });
  expectAllReady();
  const sound = "albums/sea/webp300x300/shore.webp";
  expect(read(sound).equals(whole.get(sound)!)).toBe(true);

  await doJobs();
  expectAllReady();
  for (const [place, content] of whole)
    expect(read(place).equals(content), place).toBe(true);
  await checkIfDue(new Date(Date.now() + DAY_MS));
  expect(readLastCheck()).toMatchObject({ madeAgain: 0 });
});

test("the site's nightly check asks for each picture once, however many nights it waits, and for none whose original is damaged or could not be read @soak", async () => {
  const tomorrow = new Date(Date.now() + DAY_MS);
  breakSome();
  await checkIfDue(new Date());
  const jobs = listJobs();
  expect(jobs).toHaveLength(1);
  await checkIfDue(tomorrow);
  expect(listJobs()).toEqual(jobs);

  runSql("DELETE FROM jobs; UPDATE rocks SET error = 'It could not be read.'");
  flipBit("albums/sea/shore.png");
  rmSync(onDisk(`${FIND}/original/a.png`));
  await checkIfDue(new Date(tomorrow.getTime() + DAY_MS));
  const result = { missing: 1, changed: 1, madeAgain: 0 };
  expect(readLastCheck()).toMatchObject(result);
  expect(listJobs()).toEqual([]);
});
