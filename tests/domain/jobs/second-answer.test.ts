import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { claimJob, recordJob } from "#domain/jobs/ledger.server.ts";
import { applyAnswer, failTry } from "#domain/engines/outcomes.server.ts";
import { emptyOwnStore, writeInStore } from "#tests/setup/own-store.ts";

beforeEach(emptyOwnStore);

/** A sync that a worker has answered, and whose photos are now to be made. */
async function answeredSync() {
  writeInStore("albums/sea/a.jpg", Buffer.from("a picture"));
  write((tx) => recordJob(tx, "sync-albums", {}));
  const sync = claimJob()!;
  const answer = {
    albums: [
      { name: "sea", files: [{ file: "a.jpg", bytes: 9, mtime_ms: 1 }] },
    ],
  };
  await applyAnswer(sync, answer);
  return { sync, answer };
}

const readJobs = () => getDb().select().from(jobs).all();

test("a sync that is answered a second time makes its photos once", async () => {
  const { sync, answer } = await answeredSync();
  const before = readJobs();
  expect(before).toHaveLength(2);
  await applyAnswer(sync, answer);
  expect(readJobs()).toEqual(before);
});

test("a sync that fails after it was answered goes on", async () => {
  const { sync } = await answeredSync();
  const before = readJobs();
  await failTry(sync, { kind: "error", message: "Redis has lost it." });
  expect(readJobs()).toEqual(before);
});
