import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import {
  albums,
  jobs,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
} from "#db/schema.ts";
import type { JobData } from "#domain/jobs/catalogue.ts";
import { applyAlbumFiles } from "#domain/albums/album-sync.server.ts";
import { claimJob, recordJob } from "#domain/jobs/ledger.server.ts";
import { taskForWorker, finishJob } from "#domain/engines/outcomes.server.ts";
import type { Picture } from "#domain/jobs/catalogue.ts";
import { listAlbumFiles } from "#domain/store/scan.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { deletePhoto } from "#domain/albums/admin-photos.server.ts";
import { albumKinds } from "#domain/albums/admin-albums.server.ts";
import { deleteForGood } from "#domain/store/discard.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { handlers } from "#worker/handlers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { moveFind } from "#tests/setup/own-store.ts";
import { addFind, addImage, addRock } from "#tests/setup/rows.ts";

beforeEach(async () => {
  requireStore();
  for (const table of [jobs, photos, albums, rocks, rockPostImages, rockPosts])
    getDb().delete(table).run();
  for (const folder of ["albums", "catalog", "rocks", "tmp"])
    await rm(onDisk(folder), { recursive: true, force: true });
});

async function put(name: string, place: string) {
  await mkdir(path.dirname(onDisk(place)), { recursive: true });
  await copyFile(fixture(name), onDisk(place));
}

/** Has a picture's derivatives made. */
function derive(picture: Picture) {
  getDb().transaction((tx) => recordJob(tx, "derive", { pictures: [picture] }));
  return work();
}

/** Does what a worker does. `finish` applies the result. */
async function work() {
  const job = claimJob()!;
  const result = await handlers.derive(
    taskForWorker(job)!.data as JobData<"derive">,
    () => {},
  );
  return { finish: () => finishJob(job, result) };
}

const syncNow = async () => {
  const { albums } = await listAlbumFiles();
  return getDb().transaction((tx) => applyAlbumFiles(tx, albums).pictures);
};

const photoRows = () => getDb().select().from(photos).all();

test("a worker that ends after its photo was deleted for good publishes nothing, whatever takes the file's name", async () => {
  await put("plain.png", "albums/sea/shore.png");
  const [picture] = await syncNow();
  const late = await derive(picture!);
  const [first] = photoRows();
  await deleteForGood(albumKinds, (await deletePhoto(first!.p_key))!);
  await put("photo.webp", "albums/sea/shore.png");
  await syncNow();
  const [second] = photoRows();
  expect(second!.name).not.toBe(first!.name);

  await late.finish();
  expect(second).toMatchObject({ ready: false });
  expect(existsSync(onDisk(`albums/sea/webp/${first!.name}`))).toBe(false);
  expect(existsSync(onDisk(`albums/sea/webp/${second!.name}`))).toBe(false);
  expect(existsSync(onDisk("tmp/derived"))).toBe(true);
});

test("a result for a rock's replaced picture is not taken for the new one", async () => {
  await put("plain.png", "catalog/7/original/old.png");
  const { rc_key } = addRock(7, { original_file: "old.png" });
  const late = await derive({ of: "catalogue", key: rc_key });
  await put("alpha.png", "catalog/7/original/new.png");
  getDb().update(rocks).set({ original_file: "new.png" }).run();
  await late.finish();
  expect(getDb().select().from(rocks).get()).toMatchObject({ ready: false });
  expect(existsSync(onDisk("catalog/7/a.webp"))).toBe(false);
  // The next try uses the new picture.
  getDb().update(jobs).set({ run_after: 0 }).run();
  await (await work()).finish();
  expect(getDb().select().from(rocks).get()).toMatchObject({ ready: true });
  const { width } = await sharp(
    await readFile(onDisk("catalog/7/a.webp")),
  ).metadata();
  expect(width).toBe((await sharp(fixture("alpha.png")).metadata()).width);
});

test("a find that gets another number while its picture is made has its derivatives beside its original", async () => {
  const { uuid, rps_key } = addFind({ rock_number: 5 });
  await put("plain.png", `rocks/5/${uuid}/original/a.png`);
  const image = { current_name: "a", original_file: "a.png" };
  const { rpi_key } = addImage(rps_key, image);
  const late = await derive({ of: "find", key: rpi_key });
  await moveFind(rps_key, 7);
  await late.finish();
  expect(getDb().select().from(rockPostImages).get()).toMatchObject({
    ready: true,
  });
  for (const kind of ["sm", "webp"])
    expect(existsSync(onDisk(`rocks/5/${uuid}/${kind}/a.webp`))).toBe(true);
  expect(existsSync(onDisk("rocks/7"))).toBe(false);
});
