import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDay } from "#core/local-day.server.ts";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import {
  photoAddress,
  photoMediumAddress,
  photoThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { makeFolder, runCommand } from "#tests/setup/calls/backup.ts";
import { albums, photosOf } from "#tests/setup/calls/album-calls.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { readZip } from "#tests/setup/kept-site.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { LEFT_OUT_NAMES, ODD_NAMES } from "#tests/setup/odd-names.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";
import {
  call,
  cookie,
  get,
  setUpSite,
  site,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();
afterAll(() => site.alter("DELETE FROM albums"));

const ALBUM = "odd";
let photos: AdminPhoto[];
let message: string;
let pa_key: number;
/** Another colour for each name, so that no picture passes for another. */
const colourOf = (nth: number) => ({
  r: 16 + 32 * Math.floor(nth / 8),
  g: 16 + 32 * (nth % 8),
  b: 90,
});

beforeAll(async () => {
  const folder = site.inStore("albums", ALBUM);
  mkdirSync(folder, { recursive: true });
  for (const [nth, name] of ODD_NAMES.entries()) {
    const background = colourOf(nth);
    writeFileSync(
      path.join(folder, name),
      await sharp({
        create: { width: 80, height: 60, channels: 3, background },
      })
        .jpeg()
        .toBuffer(),
    );
  }
  for (const [name] of LEFT_OUT_NAMES)
    writeFileSync(path.join(folder, name), "x");
  message = (await doJob(site, cookie, "/api/albums/sync")).message!;
  const [album] = await albums();
  pa_key = album!.pa_key;
  await call(`PUT /api/albums/${pa_key}`, { show: true });
  photos = await photosOf(album!);
}, 60_000);

const numbers = new Map<string, number>();

/** The number of the picture that an address answers with, by its colour. */
async function numberAt(address: string) {
  const known = numbers.get(address);
  if (known !== undefined) return known;
  const answer = await get(address);
  expect([answer.status, address]).toEqual([200, address]);
  const { channels } = await sharp(await answer.bytes()).stats();
  const [eights, ones] = channels.map(({ mean }) =>
    Math.abs(Math.round((mean - 16) / 32)),
  );
  numbers.set(address, 8 * eights! + ones!);
  return numbers.get(address)!;
}

const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The addresses of the album's pictures in a page, as a browser reads them: those of `srcset` end at blanks and commas. */
function addressesIn(html: string) {
  const [, body = ""] = html.split(/<body\b/);
  const srcs = [...body.matchAll(/ src="([^"]*)"/g)].map(([, src]) => src!);
  const sets = [...body.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, set]) =>
    unescaped(set!)
      .split(/,\s+/)
      .map((candidate) => candidate.trim().split(/\s+/)[0]!),
  );
  const all = new Set([...srcs.map(unescaped), ...sets]);
  return [...all].filter((address) => address.startsWith("/media/albums/"));
}

/** Expects every picture of a page to be there, and returns their numbers. */
async function numbersIn(html: string) {
  const numbers = new Set<number>();
  for (const address of addressesIn(html)) numbers.add(await numberAt(address));
  return [...numbers].sort((a, b) => a - b);
}

const ALL = ODD_NAMES.map((_, nth) => nth);

test("a sync takes names with every printable character, and notes each that it leaves out with the reason", () => {
  const used = new Set(ODD_NAMES.join(""));
  for (let code = 0x20; code < 0x7f; code++) {
    const sign = String.fromCharCode(code);
    if (!"/\\".includes(sign)) expect(used, sign).toContain(sign);
  }
  expect(photos.map(({ name }) => name).sort()).toEqual(
    ODD_NAMES.map((name) => name.replace(/\.jpg$/, ".webp")).sort(),
  );
  for (const [, why] of LEFT_OUT_NAMES) expect(message).toContain(why);
  const named = message.match(/'odd\/[^']*'/g)!.length;
  const [, more = "0"] = /' and (\d+) more/.exec(message) ?? [];
  expect(named + Number(more)).toBe(LEFT_OUT_NAMES.length);
  expect(site.count("photos WHERE error IS NOT NULL")).toBe(0);
});

test("every address of a photo answers with its own picture, also while only the admin may see it", async () => {
  for (const { name } of photos) {
    const nth = ODD_NAMES.indexOf(name.replace(/\.webp$/, ".jpg"));
    for (const addressOf of [
      photoAddress,
      photoMediumAddress,
      photoThumbnailAddress,
    ])
      expect(await numberAt(addressOf(ALBUM, name)), name).toBe(nth);
  }
  const hidden = photos.slice(0, 12);
  for (const { p_key, name } of hidden) {
    const toggle = `POST /api/albums/photos/${p_key}/toggle-show` as const;
    await call(toggle, { show: false });
    const address = photoAddress(ALBUM, name);
    expect((await get(address)).status, name).toBe(404);
    expect((await get(address, { cookie })).status, name).toBe(200);
    await call(toggle, { show: true });
  }
});

test("an album's page, cover and book name addresses at which each of its photos is", async () => {
  expect(await numbersIn(await textAt(`/photos?album=${pa_key}`))).toEqual(ALL);
  expect(await numbersIn(await textAt("/photos"))).toHaveLength(1);
  const seen = new Set<number>();
  for (let volume = 1; ; volume++) {
    const answer = await get(`/photos/${pa_key}/print?volume=${volume}`);
    if (answer.status === 404) break;
    for (const nth of await numbersIn(await answer.text())) seen.add(nth);
  }
  expect([...seen].sort((a, b) => a - b)).toEqual(ALL);
});

test("the screen and the memory of this day name addresses at which the photo is, whichever it is", async () => {
  await call("PUT /api/site-texts", { on_this_day: true });
  for (const { p_key, name } of chooseFew(photos, 6)) {
    site.alter(
      `UPDATE photos SET show = p_key = ${p_key}, date = '${sameDayEarlier(localDay())}'`,
    );
    const nth = ODD_NAMES.indexOf(name.replace(/\.webp$/, ".jpg"));
    const scene = await textAt("/screen?step=2&part=scene");
    expect(await numbersIn(scene.replace(/^/, "<body>")), name).toEqual([nth]);
    expect(await numbersIn(await textAt("/")), name).toEqual([nth]);
  }
  site.alter("UPDATE photos SET show = 1, date = NULL");
  await call("PUT /api/site-texts", { on_this_day: false });
});

test("a keepsake and a backup have every photo", async () => {
  const file = path.join(await makeFolder(), "rocks.zip");
  expect(await runCommand("keepsake", site, file)).toMatchObject({ code: 0 });
  const kept = await readZip(file);
  for (const nth of ALL)
    expect(kept.has(`pictures/albums/${ALBUM}/${nth + 1}.webp`)).toBe(true);
  const backup = path.join(await makeFolder(), "site.zip");
  expect(await runCommand("backup", site, backup)).toMatchObject({ code: 0 });
  const saved = await readZip(backup);
  for (const name of ODD_NAMES)
    expect([...saved.keys()]).toContain(`media/albums/${ALBUM}/${name}`);
});
