import { statSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { snap } from "#core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { addPost } from "#tests/setup/calls/rocks.ts";
import {
  asOf,
  newFind,
  readFind,
  saveFind,
  showFind,
} from "#tests/setup/calls/find-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { call, setUpSite, site, statusAt } from "#tests/setup/vitest/site.ts";

setUpSite();

test("another number, a deletion and a restore touch no file of a find, whose pictures follow its number", async () => {
  const find = await newFind({ rockNumber: "303" }, ["plain.png"]);
  await site.untilTidy();
  const folder = site.inStore("rocks/303", find.uuid);
  const files = () =>
    filesBelow(folder).map((file) => {
      const { ino, mtimeMs, ctimeMs } = statSync(path.join(folder, file));
      return { file, ino, mtimeMs, ctimeMs };
    });
  const before = files();
  expect(before).toHaveLength(4);
  const statusOfRock = (rock: number) =>
    statusAt(
      `/media/rocks/${rock}/${find.uuid}/sm/${find.first_image_name}.webp`,
    );
  await saveFind(find, { rock_number: 304, show: true });
  expect(await statusOfRock(303)).toBe(404);
  expect(await statusOfRock(304)).toBe(200);
  const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
  expect(await statusOfRock(304)).toBe(404);
  expect((await restore(trashKey)).status).toBe(200);
  expect(await statusOfRock(304)).toBe(200);
  expect(files()).toEqual(before);
});

const spot = { latitude: 56.10123, longitude: -4.64567 };
const nowhere = { latitude: null, longitude: null };

describe("saving a find", () => {
  let find: AdminFind;
  beforeEach(async () => {
    const rps_key = addPost(site, { location: "Pier", show: false });
    find = (await saveFind({ rps_key }, {})).body;
  });
  /** Saves one change after the other, and says what each leaves. */
  async function saveEach(steps: (readonly [change: object, now: object])[]) {
    for (const [change, now] of steps)
      expect((await saveFind(find, change)).body).toMatchObject(now);
  }

  test("and showing it need the version that is left by the other, or by somebody else", async () => {
    const changed = await saveFind(find, { comment: "Ugly." });
    expect((await showFind(find, true, find.version)).status).toBe(409);
    const shown = await showFind(find, true, changed.body.version);
    expect(shown).toMatchObject({ status: 200, body: { show: true } });
    const save = (version: string) =>
      saveFind(find, { comment: "Neat." }, asOf(version));
    expect((await save(changed.body.version)).status).toBe(409);
    expect((await save(shown.etag!.replaceAll('"', ""))).status).toBe(200);
  });

  test("reads the 'coordinates' text only where both numbers are absent, and keeps the place without a word about it", async () => {
    const place = { latitude: 12.5, longitude: -7 };
    const other = { latitude: 3, longitude: 4 };
    await saveEach([
      [{ coordinates: "12.5 -7" }, nowhere],
      [{ coordinates: "12.5, -7" }, place],
      [{ comment: "Kept" }, { ...place, comment: "Kept" }],
      [{ coordinates: "1, 2", ...other }, other],
      [nowhere, nowhere],
    ]);
  });

  test("keeps that a find has no place on the map until it gets coordinates", async () => {
    const place = { latitude: 1, longitude: 2 };
    const onMap = { ...place, no_place: false };
    await saveEach([
      [{ ...nowhere, no_place: true }, { no_place: true }],
      [{ ...nowhere, comment: "Later." }, { no_place: true }],
      [place, onMap],
      [{ ...place, no_place: true }, onMap],
      [nowhere, { ...nowhere, no_place: false }],
    ]);
  });

  test("keeps the precision of its finder, which is 0 in a suggestion of before there were any, until the admin sets another", async () => {
    const suggestion = { ...spot, accuracy: 12, source: "device" };
    const exactly = { ...suggestion, precision: 1000 };
    find = await newFind({ suggestion: JSON.stringify(exactly) });
    expect(find).toMatchObject({ precision: 1000, public_latitude: null });
    site.alterWith(
      "UPDATE rock_posts SET suggestion = ? WHERE rps_key = ?",
      JSON.stringify(suggestion),
      find.rps_key,
    );
    const read = await readFind(find.uuid);
    expect(read.suggestion).toEqual({ ...suggestion, precision: 0 });
    await saveEach(
      ([1000, 10_000, 0] as const).map((precision) => {
        const { latitude, longitude } = snap(spot, precision);
        const seen = { public_latitude: latitude, public_longitude: longitude };
        const change = precision === 1000 ? spot : { ...spot, precision };
        return [change, { ...spot, precision, ...seen }];
      }),
    );
  });
});

test("a list is sorted by its coordinates, blank ones first, if it isn't asked for otherwise", async () => {
  addPost(site, { location: "Pier", at: [1, 2] });
  addPost(site, { location: "Pier" });
  const { body } = await call("GET /api/journey-admin");
  const blank = body.map(({ latitude }) => latitude === null);
  expect(blank).toEqual([...blank].sort().reverse());
});
