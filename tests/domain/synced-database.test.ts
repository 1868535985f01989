import { expect, test } from "vitest";
import { getDb, stopWritingSite } from "#db/client.server.ts";
import { users } from "#db/schema.ts";
import { write } from "#db/write.server.ts";

/** SQLite's number for FULL: a transaction is on the disk when it has ended. */
const FULL = 2;

test("a row that is written survives a power cut, because each transaction is synced", () => {
  const { $client } = getDb();
  expect($client.pragma("journal_mode", { simple: true })).toBe("wal");
  expect($client.pragma("synchronous", { simple: true })).toBe(FULL);
});

test("whoever writes to a database that is damaged is refused by SQLite itself", () => {
  const add = (display_name: string) =>
    write((tx) => tx.insert(users).values({ display_name }).run());
  expect(add("Mika").changes).toBe(1);
  stopWritingSite("*** in database main ***\nTree 5 page 5: free space");
  expect(() => add("Noor")).toThrow("readonly");
  const names = getDb().select().from(users).all();
  expect(names.map(({ display_name }) => display_name)).not.toContain("Noor");
});
