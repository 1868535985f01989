import { expect, test } from "vitest";
import { sweepIncoming } from "#domain/pictures/sweep-incoming.server.ts";
import { getFile } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { incomingFolder, originalOfFind } from "#domain/store/paths.ts";
import {
  makeIncoming,
  markFind,
  withIncoming,
} from "#domain/uploads/incoming.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";

test("what has reached its place without a row is left to the sweep, which finds it by its mark", async () => {
  expect(isStoreHere()).toBe(true);
  let id = "";
  const failing = withIncoming(async (uuid) => {
    id = uuid;
    await makeIncoming(uuid);
    await markFind(uuid, 7);
    writeInStore(originalOfFind(7, uuid, "a.jpg"), Buffer.from("a picture"));
    throw new Error("The store went away for a moment.");
  });
  await expect(failing).rejects.toThrow("went away");
  await sweepIncoming();
  expect(await getFile(originalOfFind(7, id, "a.jpg"))).toBeUndefined();
  expect(await getFile(`${incomingFolder(id)}/moving-to-7`)).toBeUndefined();
});
