import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { readStorage } from "#domain/store/storage.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";
import { until } from "#tests/setup/until.ts";

test("a store that is counted quickly is counted again soon", async () => {
  const count = async () => (await readStorage()).media ?? undefined;
  const before = await until(count);
  writeInStore("rocks.webp", Buffer.alloc(1000));
  await until(async () => (await count()) === before + 1000);
});

test("a new database does not take a store that belongs to another", () => {
  expect(isStoreHere()).toBe(true);
  writeInStore("rocks/7/a/original/a.jpg", Buffer.from("another site's"));
  getDb().$client.exec("DELETE FROM secrets WHERE name = 'store-id'");
  expect(isStoreHere()).toBe(false);
});
