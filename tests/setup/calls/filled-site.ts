import { copyFile, cp, mkdir, mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import type { Album, Photo } from "#domain/albums/answers.ts";
import type { PublicFind } from "#domain/finds/answers.ts";
import type { CatalogueItem } from "#domain/rocks/answers.ts";
import { derivativeSets } from "#domain/store/paths.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { makeFolder, type Place } from "#tests/setup/calls/backup.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

export const OPEN = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
  UPLOAD_PARALLEL: "100/100",
};

const placeIn = (folder: string): Place => ({
  databasePath: path.join(folder, "site.sqlite"),
  mediaDir: path.join(folder, "media"),
});

const startIn = (place: Place, env: Record<string, string> = {}) => {
  const { databasePath: DATABASE_PATH, mediaDir: MEDIA_DIR } = place;
  return startSite({ env: { ...OPEN, DATABASE_PATH, MEDIA_DIR, ...env } });
};

/** The first filled site of a test file. The others begin with a copy of its data. */
let filled: { folder: string; adminPassword: string } | undefined;

async function fillOnce() {
  const own = path.dirname(process.env.DATABASE_PATH!);
  const folder = await mkdtemp(path.join(own, "filled-"));
  const site = await startIn(placeIn(folder));
  await fill(site);
  site.letGo();
  await site.stop();
  return { folder, adminPassword: site.adminPassword };
}

/** Makes a place with the data of a filled site that isn't running. */
export async function makeFilledPlace() {
  filled ??= await fillOnce();
  const folder = await makeFolder();
  // Keeps the times of the files, because the database has them too.
  const options = { recursive: true, preserveTimestamps: true };
  await cp(filled.folder, folder, options);
  return { ...placeIn(folder), adminPassword: filled.adminPassword };
}

export async function startFilledSite() {
  const { adminPassword, ...place } = await makeFilledPlace();
  return forThisTest(startIn(place, { ADMIN_PASSWORD: adminPassword }));
}

/** Adds finds, an album with two pictures of one name, a rock and a background picture of the operator. */
async function fill(site: Site) {
  for (const image of ["progressive.jpg", "photo.avif"])
    await site.sendFind(findFields, [image, "plain.png"]);
  for (const [image, place] of [
    ["greyscale.jpg", "albums/sea/a.jpg"],
    ["plain.png", "albums/sea/a.png"],
    ["cmyk.jpg", "catalog/214/original/a.jpg"],
    ["photo.webp", "bkg/home_bkg.webp"],
  ] as const) {
    await mkdir(path.dirname(site.inStore(place)), { recursive: true });
    await copyFile(fixture(image), site.inStore(place));
  }
  site.alter(
    "INSERT INTO rocks (rock_number, original_file) VALUES (214, 'a.jpg')",
  );
  const cookie = await site.signIn();
  await doJob(site, cookie, "/api/albums/sync");
  site.alter("UPDATE albums SET show = 1, display_name = 'The sea'");
  await doJob(site, cookie, "/api/create-images", { path: "media" });
  await site.untilTidy();
}

const ANSWERS = [
  "/api/rock-posts",
  "/api/rock-posts/214",
  "/api/rock-posts/allrocks",
  "/api/rock-posts/totals",
  "/api/rock-posts/locations/all",
  "/api/albums",
  "/api/albums/1/photos",
  "/api/journey-admin",
  "/api/journey-admin/1/images",
];

/** Reads a site's answers, and every picture that they name. */
export async function readSite(site: Site) {
  const headers = { cookie: await site.signIn() };
  const answers: Record<string, unknown> = {};
  for (const address of ANSWERS)
    answers[address] = await (await site.fetch(address, { headers })).json();
  const pictures: Record<string, string> = {};
  for (const address of await listShownPictures(site)) {
    const answer = await site.fetch(address);
    const sum = sumOf(Buffer.from(await answer.arrayBuffer()));
    pictures[address] = `${answer.status} ${sum}`;
  }
  return { answers, pictures };
}

/** The address of every picture that everyone may see. */
async function listShownPictures(site: Site) {
  const get = async <T>(address: string) =>
    (await (await site.fetch(`/api${address}`)).json()) as T[];
  const addresses = ["/media/bkg/home_bkg.webp"];
  for (const find of await get<PublicFind>("/rock-posts"))
    for (const name of find.imagenames)
      for (const kind of derivativeSets.find)
        addresses.push(
          `/media/rocks/${find.rock_number}/${find.uuid}/${kind}/${name}.webp`,
        );
  for (const { pa_key, name } of await get<Album>("/albums"))
    for (const photo of await get<Photo>(`/albums/${pa_key}/photos`))
      for (const kind of derivativeSets.photo)
        addresses.push(`/media/albums/${name}/${kind}/${photo.name}`);
  for (const rock of await get<CatalogueItem>("/rock-posts/allrocks"))
    for (const file of ["a", "a_sm", "a_xs"])
      addresses.push(`/media/catalog/${rock.rock_number}/${file}.webp`);
  return addresses;
}

/** The checksum of each original of a store. */
export async function readOriginals(mediaDir: string) {
  const files: Record<string, string> = {};
  for (const file of filesBelow(mediaDir))
    if (/^(?!\.)(.*\/original\/|albums\/[^/]+\/[^/]+$|bkg\/)/.test(file))
      files[file] = sumOf(await readFile(path.join(mediaDir, file)));
  return files;
}
