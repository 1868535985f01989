import { readImages } from "#domain/finds/admin/read-finds.server.ts";
import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, photos, rockPostImages, rocks } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import type { Blur } from "#core/blurs.ts";
import { applyAlbumFiles } from "#domain/albums/album-sync.server.ts";
import { albumKinds } from "#domain/albums/admin-albums.server.ts";
import { deletePhoto } from "#domain/albums/admin-photos.server.ts";
import { finishJob, taskForWorker } from "#domain/engines/outcomes.server.ts";
import { changeBlurs } from "#domain/finds/admin/change-images.server.ts";
import type { JobData, Picture } from "#domain/jobs/catalogue.ts";
import { claimJob, recordJob } from "#domain/jobs/ledger.server.ts";
import { derive } from "#domain/pictures/derive.server.ts";
import { deleteForGood } from "#domain/store/discard.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { listAlbumFiles } from "#domain/store/scan.server.ts";
import { handlers } from "#worker/handlers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  emptyOwnStore,
  moveFind,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { addFind, addImage, addRock } from "#tests/setup/rows.ts";

beforeEach(emptyOwnStore);

const put = (name: string, place: string) =>
  writeInStore(place, readFileSync(fixture(name)));
const isThere = (place: string) => existsSync(onDisk(place));

function begin(picture: Picture) {
  write((tx) => recordJob(tx, "derive", { pictures: [picture] }));
  return work();
}

/** Does what a worker does. @returns the job, its answer, and what applies it */
async function work() {
  const job = claimJob()!;
  const data = taskForWorker(job)!.data as JobData<"derive">;
  const answer = await handlers.derive(data, () => {});
  return { job, answer, finish: () => finishJob(job, answer) };
}

/** Adds a find with one picture and begins to derive it. */
async function beginFind() {
  const { uuid, rps_key } = addFind({ rock_number: 5, show: true });
  put("plain.png", `rocks/5/${uuid}/original/a.png`);
  const image = { current_name: "a", original_file: "a.png" };
  const { rpi_key } = addImage(rps_key, image);
  const begun = await begin({ of: "find", key: rpi_key });
  return { ...begun, find: rps_key, folder: `rocks/5/${uuid}` };
}
const isPublic = () => getDb().select().from(rockPostImages).get()!.ready;

/** Syncs the albums. @returns the only photo, and its picture */
async function sync() {
  const { albums } = await listAlbumFiles();
  const { pictures } = write((tx) => applyAlbumFiles(tx, albums));
  return { photo: getDb().select().from(photos).get()!, picture: pictures[0]! };
}

test("a worker that ends after its photo was deleted for good publishes nothing, whatever takes the file's name", async () => {
  put("plain.png", "albums/sea/shore.png");
  const { photo: first, picture } = await sync();
  const { finish } = await begin(picture);
  await deleteForGood(albumKinds, (await deletePhoto(first.p_key))!);
  put("photo.webp", "albums/sea/shore.png");
  const { photo: second } = await sync();
  expect(second.name).not.toBe(first.name);

  await finish();
  expect(second).toMatchObject({ ready: false });
  for (const { name } of [first, second])
    expect(isThere(`albums/sea/webp/${name}`)).toBe(false);
  expect(isThere("tmp/derived")).toBe(true);
});

test("a result for a rock's replaced picture is not taken for the new one", async () => {
  const rock = () => getDb().select().from(rocks).get();
  put("plain.png", "catalog/7/original/old.png");
  const { rc_key } = addRock(7, { original_file: "old.png" });
  const { finish } = await begin({ of: "catalogue", key: rc_key });
  put("alpha.png", "catalog/7/original/new.png");
  getDb().update(rocks).set({ original_file: "new.png" }).run();
  await finish();
  expect(rock()).toMatchObject({ ready: false });
  expect(isThere("catalog/7/a.webp")).toBe(false);
  // The next try uses the new picture.
  getDb().update(jobs).set({ run_after: 0 }).run();
  await (await work()).finish();
  expect(rock()).toMatchObject({ ready: true });
  const made = readFileSync(onDisk("catalog/7/a.webp"));
  const { width } = await sharp(fixture("alpha.png")).metadata();
  expect((await sharp(made).metadata()).width).toBe(width);
});

test("a find that gets another number while its picture is made has its derivatives beside its original", async () => {
  const { find, finish, folder } = await beginFind();
  await moveFind(find, 7);
  await finish();
  expect(isPublic()).toBe(true);
  for (const kind of ["sm", "webp"])
    expect(isThere(`${folder}/${kind}/a.webp`)).toBe(true);
  expect(isThere("rocks/7")).toBe(false);
});

const FACE: Blur = [0.25, 0.25, 0.5, 0.5];

test("a picture that was made before a part of it was hidden is never shown", async () => {
  const { find, finish, folder } = await beginFind();
  changeBlurs(find, "a", [FACE], "admin", () => {});
  await finish();
  expect(isPublic()).toBe(false);
  expect(isThere(`${folder}/webp/a.webp`)).toBe(false);
  await (await work()).finish();
  expect(isPublic()).toBe(true);
});

test("nor is one that is in its place when a part is hidden, but not yet written down", async () => {
  const { find, folder, job, answer } = await beginFind();
  const payload = JSON.parse(job.payload);
  const settled = await derive.settle({ row: job, payload }, answer);
  expect(isThere(`${folder}/webp/a.webp`)).toBe(true);
  changeBlurs(find, "a", [FACE], "admin", () => {});
  write((tx) => "apply" in settled && settled.apply?.(tx));
  expect(isPublic()).toBe(false);
  // It stays on the disk until it is made anew, and nobody gets it.
  const [image] = readImages(find);
  expect(image).toMatchObject({ ready: false, outdated: true, small: false });
});

test("nor what a worker of an earlier version makes, which hides nothing", async () => {
  const { find, finish } = await beginFind();
  changeBlurs(find, "a", [FACE], "admin", () => {});
  await finish();
  const { answer, ...next } = await work();
  for (const picture of answer.pictures)
    if ("blurred" in picture) delete picture.blurred;
  await next.finish();
  expect(isPublic()).toBe(false);
});
