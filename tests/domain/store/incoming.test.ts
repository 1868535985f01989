import { randomUUID } from "node:crypto";
import { existsSync, readlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import {
  getFile,
  listNames,
  onDisk,
  storeRoot,
} from "#domain/store/disk.server.ts";
import { isStoreHere, watchStore } from "#domain/store/identity.server.ts";
import {
  findFolder,
  INCOMING,
  incomingFolder,
  originalIn,
} from "#domain/store/paths.ts";
import {
  makeIncoming,
  sweepIncoming,
  withIncoming,
  writeMark,
} from "#domain/uploads/incoming.server.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { writeInStore } from "#tests/setup/own-store.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { addFind, addImage } from "#tests/setup/rows.ts";

/** Begins an upload whose files are moved and which fails then. Returns where its file was moved to. */
async function failAfterMove(fail: () => void) {
  let moved = "";
  const failing = withIncoming(async (uuid) => {
    await makeIncoming(uuid);
    const folder = findFolder(7, uuid);
    moved = originalIn(folder, "a.jpg");
    await writeMark(uuid, { places: [moved], folder });
    writeInStore(moved, Buffer.from("a picture"));
    fail();
    throw new Error("The store went away for a moment.");
  });
  await expect(failing).rejects.toThrow("went away");
  return moved;
}

test("a power cut can't take an upload's mark from the files that follow it, because it is synced with all folders above it first", async () => {
  expect(isStoreHere()).toBe(true);
  const handle = await open(storeRoot());
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { sync } = prototype;
  let mark = "";
  /** What is synced once the mark is in its folder. */
  const synced = new Set<string>();
  vi.spyOn(prototype, "sync").mockImplementation(async function (
    this: typeof handle,
  ) {
    const place = readlinkSync(`/proc/self/fd/${this.fd}`);
    if (existsSync(mark)) synced.add(path.relative(storeRoot(), place));
    await sync.call(this);
  });
  await withIncoming(async (id) => {
    await makeIncoming(id);
    mark = onDisk(`${incomingFolder(id)}/moving`);
    await writeMark(id, { places: ["a"] });
    expect([...synced]).toEqual([incomingFolder(id), INCOMING, "tmp", ""]);
  });
});

test("what has reached its place without a row is left to the sweep, which finds it by its mark", async () => {
  expect(isStoreHere()).toBe(true);
  const moved = await failAfterMove(() => {});
  await sweepIncoming();
  expect(await getFile(moved)).toBeUndefined();
  expect(await listNames(INCOMING)).toEqual([]);
});

/** A mark that an upload has left which ended well, in today's form and that of an earlier version. */
test.each(["places", "whole"])(
  "what was left of an upload that ended well takes nothing from its find, whose first original has been replaced: %s",
  async (form) => {
    const uuid = randomUUID();
    const folder = findFolder(7, uuid);
    const [a, b, c] = ["a", "b", "c"].map((name) => `${form}-${name}`);
    const [gone, left] = [a, b].map((name) =>
      originalIn(folder, `${name}.jpg`),
    ) as [string, string];
    const small = `${folder}/sm/${b}.webp`;
    const { rps_key } = addFind({ rock_number: 7, uuid });
    addImage(rps_key, { current_name: b });
    addImage(rps_key, { current_name: c, earlier_name: a });
    const named = [left, originalIn(folder, `${c}.jpg`), small];
    for (const place of [gone, ...named]) writeInStore(place, "a picture");
    const mark =
      form === "places"
        ? { places: [gone, left, small], folder }
        : { original: gone, whole: folder };
    const id = randomUUID();
    writeInStore(`${incomingFolder(id)}/moving`, JSON.stringify(mark));
    await sweepIncoming();
    expect(filesBelow(onDisk(folder)).sort()).toEqual(
      named.map((place) => place.slice(folder.length + 1)).sort(),
    );

    // In the trash it is as safe.
    await deleteFind(rps_key);
    writeInStore(`${incomingFolder(id)}/moving`, JSON.stringify(mark));
    await sweepIncoming();
    expect(filesBelow(onDisk(folder))).toHaveLength(3);
  },
);

test("if the store is away then, the sweep runs once it is back", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  expect(isStoreHere()).toBe(true);
  let swept: Promise<void> | undefined;
  watchStore(() => (swept = sweepIncoming()));
  let volume: ReturnType<typeof takeStoreAway>;
  const moved = await failAfterMove(() => {
    volume = takeStoreAway({ mediaDir: storeRoot() });
  });
  volume!.bringBack();
  vi.advanceTimersByTime(10_000);
  await swept;
  vi.useRealTimers();
  expect(await getFile(moved)).toBeUndefined();
  expect(await listNames(INCOMING)).toEqual([]);
});
