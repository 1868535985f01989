import { expect, test, vi } from "vitest";
import { sweepIncoming } from "#domain/pictures/sweep-incoming.server.ts";
import { getFile, listNames, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere, watchStore } from "#domain/store/identity.server.ts";
import { findFolder, INCOMING, originalIn } from "#domain/store/paths.ts";
import {
  makeIncoming,
  markFind,
  withIncoming,
} from "#domain/uploads/incoming.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";

/** Begins an upload whose files are moved and which fails then. Returns where its file was moved to. */
async function failAfterMove(fail: () => void) {
  let moved = "";
  const failing = withIncoming(async (uuid) => {
    await makeIncoming(uuid);
    await markFind(uuid, 7);
    moved = originalIn(findFolder(7, uuid), "a.jpg");
    writeInStore(moved, Buffer.from("a picture"));
    fail();
    throw new Error("The store went away for a moment.");
  });
  await expect(failing).rejects.toThrow("went away");
  return moved;
}

test("what has reached its place without a row is left to the sweep, which finds it by its mark", async () => {
  expect(isStoreHere()).toBe(true);
  const moved = await failAfterMove(() => {});
  await sweepIncoming();
  expect(await getFile(moved)).toBeUndefined();
  expect(await listNames(INCOMING)).toEqual([]);
});

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
