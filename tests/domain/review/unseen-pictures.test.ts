import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import {
  changeFind,
  showFind,
} from "#domain/finds/admin/change-find.server.ts";
import {
  changeImage,
  showImage,
} from "#domain/finds/admin/change-images.server.ts";
import { requireFind } from "#domain/finds/admin/read-finds.server.ts";
import { decideFind } from "#domain/review/decide.server.ts";
import { readReviewFind } from "#domain/review/read-review.server.ts";
import { ReviewDecision } from "#domain/review/schemas.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { derivativeOfFind } from "#domain/store/paths.ts";
import {
  addFind,
  emptyOwnStore,
  writeInStore,
} from "#tests/setup/own-store.ts";

const always = () => true;
const ADMIN = { by: "admin" } as const;

let find: { uuid: string; rps_key: number };
beforeEach(() => {
  emptyOwnStore();
  find = addFind(7);
});

const setImage = (values: Partial<typeof rockPostImages.$inferInsert>) =>
  getDb().update(rockPostImages).set(values).run();
const small = () => derivativeOfFind(`rocks/7/${find.uuid}`, "sm", "a");
const makeSmall = () => writeInStore(small(), randomBytes(100));
const removeSmall = () => rmSync(onDisk(small()));
const isShown = () => requireFind(find.rps_key).show;

const decide = (decision: v.InferInput<typeof ReviewDecision>) =>
  decideFind(ADMIN, find.uuid, v.parse(ReviewDecision, decision), always);

const show = (isShown?: boolean) => showFind(find.rps_key, isShown, always);
const save = (isShown: boolean) => {
  const texts = { location: "A wall", comment: "Here.", name: "", email: "" };
  const found = { rock_number: 7, date: "2026-05-17T00:00:00Z" };
  const change = { ...texts, ...found, show: isShown };
  return changeFind(find.rps_key, change, always);
};

test.each<[way: string, show: () => unknown]>([
  ["the table's Show", () => show(true)],
  ["a flip", () => show()],
  ["a save", () => save(true)],
  ["the review", () => decide({ show: true })],
])("%s waits until a picture can be seen, or has failed", async (_, show) => {
  await expect(async () => show()).rejects.toMatchObject({
    kind: "conflict",
    message: expect.stringContaining("still being made") as string,
  });
  expect(isShown()).toBe(false);
  makeSmall();
  await show();
  expect(isShown()).toBe(true);

  find = addFind(7);
  setImage({ error: "It is damaged." });
  await show();
  expect(isShown()).toBe(true);
});

test("a picture's own Show waits until it can be seen, or has failed", () => {
  const { rpi_key } = getDb().select().from(rockPostImages).get()!;
  showImage(rpi_key, false);
  for (const show of [true, undefined])
    expect(() => showImage(rpi_key, show)).toThrow("still being made");
  setImage({ error: "It is damaged." });
  expect(showImage(rpi_key, true)).toBe(true);
});

test("a hidden find whose picture can't be seen yet can be changed and kept hidden, and a shown one saved", async () => {
  await save(false);
  show(false);
  await decide({ show: false });
  expect(isShown()).toBe(false);
  makeSmall();
  show(true);
  removeSmall();
  await save(true);
  expect(isShown()).toBe(true);
});

test("to take back that a find was hidden waits for its pictures too", async () => {
  makeSmall();
  show(true);
  const { undo } = await decide({ show: false });
  removeSmall();
  const takeBack = () => decide({ undo: undo! });
  await expect(takeBack()).rejects.toThrow("still being made");
  makeSmall();
  expect((await takeBack()).show).toBe(true);
});

test("a find's version changes with what is seen of its pictures, and not with what isn't", async () => {
  const versions: string[] = [];
  const note = async () => {
    const { version } = (await readReviewFind(ADMIN, find.uuid))!;
    versions.push(version, requireFind(find.rps_key).version);
  };
  const { rpi_key } = getDb().select().from(rockPostImages).get()!;
  await note();
  for (const change of [
    makeSmall,
    () => changeImage(rpi_key, { description: "A wall." }, always),
    () => showImage(rpi_key, false),
    () => setImage({ error: "It is damaged." }),
    () => setImage({ original_file: "b.jpg" }),
  ]) {
    change();
    await note();
  }
  expect(new Set(versions).size).toBe(versions.length);
  setImage({ ready: true, fingerprint: "0" });
  await note();
  expect(new Set(versions).size).toBe(versions.length - 2);
});

test("the review's and the table's images say whether they can be seen", async () => {
  const read = async () => [
    (await readReviewFind(ADMIN, find.uuid))!.images,
    requireFind(find.rps_key).first_image_name,
  ];
  expect(await read()).toMatchObject([[{ small: false, ready: false }], null]);
  makeSmall();
  expect(await read()).toMatchObject([[{ small: true, ready: false }], "a"]);
});
