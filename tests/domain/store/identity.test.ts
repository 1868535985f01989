import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";

test("a new database does not take a store that belongs to another", () => {
  expect(isStoreHere()).toBe(true);
  writeInStore("rocks/7/a/original/a.jpg", Buffer.from("another site's"));
  getDb().$client.exec("DELETE FROM secrets WHERE name = 'store-id'");
  expect(isStoreHere()).toBe(false);
});
