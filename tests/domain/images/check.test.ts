import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ImageProcessOptions } from "#domain/jobs/image-process.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { prepareCheck } from "#domain/uploads/check-picture.server.ts";
import { lyingAvif } from "#tests/fixtures/odd-pictures.ts";
import { writeInStore } from "#tests/setup/own-store.ts";

let checks: ReturnType<typeof prepareCheck>;
afterEach(() => checks.stop());

/** Makes a check whose processes decode nothing. @returns a function that resolves to the id of the process that checked a file */
function prepareStandIn(options: ImageProcessOptions = {}) {
  const script = "tests/domain/images/stand-in-process.mjs";
  checks = prepareCheck({ script, ...options });
  return async (file: string) => (await checks.check(file)).sha256;
}

test("a check that takes too long refuses its file, and keeps no other waiting for ever @soak", async () => {
  const check = prepareStandIn({ timeLimit: 8000 });
  expect(
    await Promise.allSettled([check("hang"), check("hang"), check("file")]),
  ).toMatchObject([
    { reason: { reason: "slow" } },
    { reason: { reason: "slow" } },
    { value: expect.any(String) as string },
  ]);
});

test("a process that dies refuses its file, and another follows it", async () => {
  const check = prepareStandIn();
  const before = await check("file");
  await expect(check("exit")).rejects.toMatchObject({ reason: "damaged" });
  expect(await check("file")).not.toBe(before);
});

test("a file whose process is killed from outside is checked again", async () => {
  const check = prepareStandIn();
  const file = path.join(storeRoot(), randomUUID());
  expect(await check(file)).toEqual(expect.any(String));
});

test("a file that can't be read is not called damaged", async () => {
  checks = prepareCheck();
  await expect(checks.check("nowhere")).rejects.toMatchObject({
    kind: "unavailable",
  });
});

test("a picture that is far larger than its header says ends no more than its own check @soak", async () => {
  checks = prepareCheck({ memoryMax: 300_000_000 });
  writeInStore("lying", await lyingAvif());
  await expect(checks.check("lying")).rejects.toMatchObject({
    reason: "damaged",
  });
});
