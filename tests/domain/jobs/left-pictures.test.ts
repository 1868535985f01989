import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rocks } from "#db/schema.ts";
import {
  cancelJob,
  finishJob,
  taskForWorker,
} from "#domain/engines/outcomes.server.ts";
import type { JobData } from "#domain/jobs/catalogue.ts";
import { claimJob } from "#domain/jobs/ledger.server.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { emptyOwnStore, writeInStore } from "#tests/setup/own-store.ts";
import { handlers } from "#worker/handlers.ts";
import { childrenOf, jobOf, parts, plan } from "./calls.ts";

beforeEach(emptyOwnStore);

/** A part of three pictures that makes way after the first. `finish` applies its result. */
async function makeWay() {
  const job = plan(["a.png", "b.png", "c.png"]);
  for (const { rock_number, original_file } of getDb()
    .select()
    .from(rocks)
    .all())
    writeInStore(
      `catalog/${rock_number}/original/${original_file}`,
      readFileSync(fixture("plain.png")),
    );
  await parts(job);
  const part = claimJob()!;
  const result = await handlers.derive(
    taskForWorker(part)!.data as JobData<"derive">,
    () => {},
    () => true,
  );
  return { job, finish: () => finishJob(part, result) };
}

const partsOf = (job: string) =>
  childrenOf(job).map(({ state, done, total }) => ({ state, done, total }));

test("what a part leaves becomes another part, once", async () => {
  const { job, finish } = await makeWay();
  await finish();
  await finish();
  expect(partsOf(job)).toEqual([
    { state: "succeeded", done: 1, total: 3 },
    { state: "queued", done: 0, total: 2 },
  ]);
  expect(jobOf(job)).toMatchObject({ state: "running", done: 1, total: 3 });
});

test("what a part leaves is dropped when its job was cancelled meanwhile", async () => {
  const { job, finish } = await makeWay();
  cancelJob(job);
  await finish();
  expect(partsOf(job)).toEqual([{ state: "succeeded", done: 1, total: 3 }]);
  expect(jobOf(job)).toMatchObject({ state: "failed" });
});
