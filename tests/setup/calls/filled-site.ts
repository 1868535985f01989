import { copyFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { derivativeSets } from "#domain/store/paths.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import {
  copyPlace,
  keepCopy,
  startCopy,
  type SiteCopy,
} from "#tests/setup/processes/copied-site.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

export const OPEN = {
  MODERATION: "off",
  UPLOAD_LIMITS: "off",
  UPLOAD_LIMIT_TOTAL: "off",
  UPLOAD_PARALLEL: "100/100",
};

/** The data of the first filled site of a test file. The others begin with them. */
let filled: SiteCopy | undefined;

export async function startFilledSite(more: Record<string, string> = {}) {
  const env = { ...OPEN, ...more };
  if (filled) return startCopy(filled, env);
  const site = await forThisTest(startSite({ env }));
  await fill(site);
  filled = await keepCopy(site);
  return site;
}

/** Makes a place with the data of a filled site that isn't running. */
export async function makeFilledPlace() {
  if (!filled) await startFilledSite();
  const { adminPassword } = filled!;
  return { ...(await copyPlace(filled!)), adminPassword };
}

/** Adds finds, an album with two pictures of one name, a rock and a background picture of the operator. */
async function fill(site: Site) {
  for (const image of ["progressive.jpg", "photo.avif"])
    await site.sendFind(findFields, [image, "plain.png"]);
  await mkdir(site.inStore("albums/sea"), { recursive: true });
  await copyFile(fixture("greyscale.jpg"), site.inStore("albums/sea/a.jpg"));
  await copyFile(fixture("plain.png"), site.inStore("albums/sea/a.png"));
  await mkdir(site.inStore("catalog/214/original"), { recursive: true });
  await copyFile(
    fixture("cmyk.jpg"),
    site.inStore("catalog/214/original/a.jpg"),
  );
  await mkdir(site.inStore("bkg"), { recursive: true });
  await copyFile(fixture("photo.webp"), site.inStore("bkg/home_bkg.webp"));
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
  const cookie = await site.signIn();
  const answers: Record<string, unknown> = {};
  for (const address of ANSWERS)
    answers[address] = await (
      await site.fetch(address, { headers: { cookie } })
    ).json();
  const pictures: Record<string, string> = {};
  for (const address of await listShownPictures(site)) {
    const answer = await site.fetch(address);
    pictures[address] =
      `${answer.status} ${sumOf(Buffer.from(await answer.arrayBuffer()))}`;
  }
  return { answers, pictures };
}

export { sumOf as hashOf };

/** The address of every picture that everyone may see. */
export async function listShownPictures(site: Site) {
  const get = async <T>(address: string) =>
    (await (await site.fetch(address)).json()) as T;
  type Post = { rock_number: number; uuid: string; imagenames: string[] };
  const addresses = ["/media/bkg/home_bkg.webp"];
  for (const post of await get<Post[]>("/api/rock-posts"))
    for (const name of post.imagenames)
      for (const kind of derivativeSets.find)
        addresses.push(
          `/media/rocks/${post.rock_number}/${post.uuid}/${kind}/${name}.webp`,
        );
  for (const album of await get<{ pa_key: number; name: string }[]>(
    "/api/albums",
  ))
    for (const photo of await get<{ name: string }[]>(
      `/api/albums/${album.pa_key}/photos`,
    ))
      for (const kind of derivativeSets.photo)
        addresses.push(`/media/albums/${album.name}/${kind}/${photo.name}`);
  for (const rock of await get<{ rock_number: number }[]>(
    "/api/rock-posts/allrocks",
  ))
    for (const file of ["a", "a_sm", "a_xs"])
      addresses.push(`/media/catalog/${rock.rock_number}/${file}.webp`);
  return addresses;
}

export const listOriginals = (mediaDir: string) =>
  filesBelow(mediaDir).filter(
    (file) =>
      /\/original\/|^albums\/[^/]+\/[^/]+$|^bkg\//.test(file) &&
      !file.startsWith("."),
  );

export async function readOriginals(mediaDir: string) {
  const files: Record<string, string> = {};
  for (const file of listOriginals(mediaDir))
    files[file] = sumOf(await readFile(path.join(mediaDir, file)));
  return files;
}
