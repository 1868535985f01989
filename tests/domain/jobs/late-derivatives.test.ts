import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, photos, rockPostImages, rocks } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { applyAlbumFiles } from "#domain/albums/album-sync.server.ts";
import { albumKinds } from "#domain/albums/admin-albums.server.ts";
import { deletePhoto } from "#domain/albums/admin-photos.server.ts";
import { taskForWorker, finishJob } from "#domain/engines/outcomes.server.ts";
import type { JobData, Picture } from "#domain/jobs/catalogue.ts";
import { claimJob, recordJob } from "#domain/jobs/ledger.server.ts";
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

function derive(picture: Picture) {
  write((tx) => recordJob(tx, "derive", { pictures: [picture] }));
  return work();
}

/** Does what a worker does. @returns what applies the result */
async function work() {
  const job = claimJob()!;
  const data = taskForWorker(job)!.data as JobData<"derive">;
  const result = await handlers.derive(data, () => {});
  return () => finishJob(job, result);
}

/** Syncs the albums. @returns the only photo, and its picture */
async function sync() {
  const { albums } = await listAlbumFiles();
  const { pictures } = write((tx) => applyAlbumFiles(tx, albums));
  return { photo: getDb().select().from(photos).get()!, picture: pictures[0]! };
}

test("a worker that ends after its photo was deleted for good publishes nothing, whatever takes the file's name", async () => {
  put("plain.png", "albums/sea/shore.png");
  const { photo: first, picture } = await sync();
  const finish = await derive(picture);
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
  const finish = await derive({ of: "catalogue", key: rc_key });
  put("alpha.png", "catalog/7/original/new.png");
  getDb().update(rocks).set({ original_file: "new.png" }).run();
  await finish();
  expect(rock()).toMatchObject({ ready: false });
  expect(isThere("catalog/7/a.webp")).toBe(false);
  // The next try uses the new picture.
  getDb().update(jobs).set({ run_after: 0 }).run();
  await (
    await work()
  )();
  expect(rock()).toMatchObject({ ready: true });
  const made = readFileSync(onDisk("catalog/7/a.webp"));
  const { width } = await sharp(fixture("alpha.png")).metadata();
  expect((await sharp(made).metadata()).width).toBe(width);
});

test("a find that gets another number while its picture is made has its derivatives beside its original", async () => {
  const { uuid, rps_key } = addFind({ rock_number: 5 });
  put("plain.png", `rocks/5/${uuid}/original/a.png`);
  const image = { current_name: "a", original_file: "a.png" };
  const { rpi_key } = addImage(rps_key, image);
  const finish = await derive({ of: "find", key: rpi_key });
  await moveFind(rps_key, 7);
  await finish();
  const [row] = getDb().select().from(rockPostImages).all();
  expect(row).toMatchObject({ ready: true });
  for (const kind of ["sm", "webp"])
    expect(isThere(`rocks/5/${uuid}/${kind}/a.webp`)).toBe(true);
  expect(isThere("rocks/7")).toBe(false);
});
