import { expect, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere, suspectStore } from "#domain/store/identity.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";

test("a store that goes away is logged, also after something failed that made it suspect", () => {
  getDb();
  expect(isStoreHere()).toBe(true);
  suspectStore(Object.assign(new Error(), { code: "ENOENT" }));
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const volume = takeStoreAway({ mediaDir: storeRoot() });
  expect(isStoreHere()).toBe(false);
  volume.bringBack();
  expect(isStoreHere()).toBe(true);
  const lines = written.mock.calls.map(([line]) => String(line));
  expect(
    lines.filter((line) => line.includes("not this site's store")),
  ).toHaveLength(1);
});

test("a new database does not take a store that belongs to another", () => {
  writeInStore("rocks/7/a/original/a.jpg", Buffer.from("another site's"));
  getDb().$client.exec("DELETE FROM secrets WHERE name = 'store-id'");
  expect(isStoreHere()).toBe(false);
});
