import { existsSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import type { Blur } from "#core/blurs.ts";
import { finishJob, taskForWorker } from "#domain/engines/outcomes.server.ts";
import { changeBlurs } from "#domain/finds/admin/change-images.server.ts";
import type { JobData } from "#domain/jobs/catalogue.ts";
import { claimJob, recordJob } from "#domain/jobs/ledger.server.ts";
import { derive } from "#domain/pictures/derive.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { handlers } from "#worker/handlers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { emptyOwnStore, writeInStore } from "#tests/setup/own-store.ts";
import { addFind, addImage } from "#tests/setup/rows.ts";

const UUID = "00000000-0000-4000-8000-000000000002";
const FACE: Blur = [0.25, 0.25, 0.5, 0.5];
const ORIGINAL = `rocks/5/${UUID}/original/a.png`;
const LARGE = `rocks/5/${UUID}/webp/a.webp`;
let find: number;

beforeEach(() => {
  emptyOwnStore();
  writeInStore(ORIGINAL, readFileSync(fixture("plain.png")));
  find = addFind({ uuid: UUID, rock_number: 5, show: true }).rps_key;
  const image = { current_name: "a", original_file: "a.png" };
  const { rpi_key: key } = addImage(find, image);
  write((tx) => recordJob(tx, "derive", { pictures: [{ of: "find", key }] }));
});

/** Does what a worker does, and gives it the newest or the oldest job. */
async function work() {
  const job = claimJob()!;
  const data = taskForWorker(job)!.data as JobData<"derive">;
  const answer = await handlers.derive(data, () => {});
  return { job, answer };
}

const isPublic = () => getDb().select().from(rockPostImages).get()!.ready;

test("a picture that was made before a part of it was hidden is never shown", async () => {
  const late = await work();
  changeBlurs(find, "a", [FACE], "admin");
  await finishJob(late.job, late.answer);
  expect(isPublic()).toBe(false);
  expect(existsSync(onDisk(LARGE))).toBe(false);
  const next = await work();
  await finishJob(next.job, next.answer);
  expect(isPublic()).toBe(true);
});

test("nor is one that is in its place when a part is hidden, but not yet written down", async () => {
  const { job, answer } = await work();
  const payload = JSON.parse(job.payload);
  const settled = await derive.settle({ row: job, payload }, answer);
  expect(existsSync(onDisk(LARGE))).toBe(true);
  changeBlurs(find, "a", [FACE], "admin");
  write((tx) => "apply" in settled && settled.apply(tx));
  expect(isPublic()).toBe(false);
  expect(existsSync(onDisk(LARGE))).toBe(false);
});

test("nor what a worker of an earlier version makes, which hides nothing", async () => {
  changeBlurs(find, "a", [FACE], "admin");
  const { job, answer } = await work();
  for (const picture of answer.pictures)
    if ("blurred" in picture) delete picture.blurred;
  await finishJob(job, answer);
  expect(isPublic()).toBe(false);
});
