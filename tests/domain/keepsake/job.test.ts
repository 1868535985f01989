import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { readTask } from "#domain/jobs/catalogue.ts";
import { claimJob, endLeases, recordJob } from "#domain/jobs/ledger.server.ts";

test("a keepsake is the site's own job: no worker is given one, nor takes one", () => {
  const id = getDb().transaction((tx) =>
    recordJob(tx, "keepsake", { form: "public" }),
  );
  expect(claimJob("worker")).toBeUndefined();
  const claimed = claimJob("site");
  expect(claimed).toMatchObject({ job_id: id, state: "running" });
  // The workers' engine that starts now leaves it alone.
  endLeases("worker");
  expect(claimJob("site")).toBeUndefined();
  endLeases("site");
  expect(claimJob("site")?.job_id).toBe(id);
  expect(() =>
    readTask("worker", "keepsake", { form: "public", folder: "tmp" }),
  ).toThrow("too old");
});
