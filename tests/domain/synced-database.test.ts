import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";

/** SQLite's number for FULL: a transaction is on the disk when it has ended. */
const FULL = 2;

test("a row that is written survives a power cut, because each transaction is synced", () => {
  const { $client } = getDb();
  expect($client.pragma("journal_mode", { simple: true })).toBe("wal");
  expect($client.pragma("synchronous", { simple: true })).toBe(FULL);
});
