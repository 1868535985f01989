import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { claimJob, recordJob } from "#domain/jobs/ledger.server.ts";
import { emptyOwnStore } from "#tests/setup/own-store.ts";

beforeEach(emptyOwnStore);

const waitFor = (ms: number) => {
  write((tx) => recordJob(tx, "sync-albums", {}));
  getDb()
    .update(jobs)
    .set({ run_after: Date.now() + ms })
    .run();
};

test("a job whose next try a clock that was days ahead has set is done at once", () => {
  waitFor(3 * 86_400_000);
  expect(claimJob()).toMatchObject({ kind: "sync-albums" });
});

test("a job that waits for its next try is not done before", () => {
  waitFor(30_000);
  expect(claimJob()).toBeUndefined();
});
