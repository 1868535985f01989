import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Blur } from "#core/blurs.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { freeName } from "#tests/setup/calls/album-calls.ts";
import { imagesOf, newFind } from "#tests/setup/calls/find-calls.ts";
import { addReviewKey, bearer } from "#tests/setup/calls/review-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { cookie, get, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const ALL: Blur = [0, 0, 1, 1];

/** How much neighbouring pixels differ. Nothing of that is left where a picture is hidden. */
async function detailOf(picture: Uint8Array) {
  const kernel = [0, -1, 0, -1, 4, -1, 0, -1, 0];
  const edges = sharp(picture)
    .greyscale()
    .convolve({ width: 3, height: 3, kernel, offset: 128, scale: 1 });
  return (await sharp(await edges.png().toBuffer()).stats()).channels[0]!.stdev;
}

test("the admin sees the original of a picture in any browser, with nothing hidden, and gets its file as it came", async () => {
  const files = ["portrait.heic", "pages.tiff", "plain.png"];
  const blurs = JSON.stringify([[ALL], [ALL], [ALL]]);
  const find = await newFind({ ...ownFields, blurs }, files);
  const images = await imagesOf(find);
  for (const [index, { current_name, original_name }] of images.entries()) {
    const at = `/api/journey-admin/${find.rps_key}/images/${current_name}/original`;
    const seen = await get(at, { cookie });
    expect([seen.status, seen.headers.get("content-type")]).toEqual([
      200,
      "image/webp",
    ]);
    expect(seen.headers.get("cache-control")).toBe("private, no-store");
    expect(seen.headers.get("content-security-policy")).toContain("sandbox");
    expect(seen.headers.get("x-content-type-options")).toBe("nosniff");
    const blurred = await get(
      `/api/review/${find.uuid}/images/${current_name}`,
      { cookie },
    );
    const whole = await detailOf(await seen.bytes());
    expect(await detailOf(await blurred.bytes())).toBeLessThan(whole / 2);

    const file = await get(`${at}?as=file`, { cookie });
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename*=UTF-8''${original_name}`,
    );
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    const sent = readFileSync(fixture(files[index]!));
    expect(Buffer.from(await file.bytes()).equals(sent)).toBe(true);
  }
});

test("nobody but the admin gets an original, neither its finder nor the key of a mail, and one that is gone is not found", async () => {
  const find = await newFind(ownFields);
  const [{ current_name: name } = { current_name: "" }] = await imagesOf(find);
  const at = `/api/journey-admin/${find.rps_key}/images/${name}/original`;
  const key = addReviewKey(site, [find.rps_key]);
  for (const headers of [{}, bearer(key), bearer(FIND_KEY)])
    for (const as of ["picture", "file"])
      expect((await get(`${at}?as=${as}`, headers)).status).toBe(401);
  const wrong = at.replace(name, "other");
  expect((await get(wrong, { cookie })).status).toBe(404);
  site.alter("UPDATE rock_post_images SET original_file = 'gone.png'");
  expect((await get(at, { cookie })).status).toBe(404);
  expect((await get(`${at}?as=file`, { cookie })).status).toBe(404);
});

test("the admin sees the originals of photos and of rocks' pictures too", async () => {
  const name = freeName();
  const { photos } = await addAlbum(site, { name, photos: [{}] });
  const [file] = site.column("SELECT original_file FROM photos") as [string];
  mkdirSync(site.inStore(`albums/${name}`), { recursive: true });
  copyFileSync(fixture("plain.png"), site.inStore(`albums/${name}/${file}`));
  const form = new FormData();
  form.set("rock_number", "77");
  form.set("artist_keys", "[1]");
  form.set("comment", "Blue.");
  const picture = new Blob([readFileSync(fixture("plain.png"))]);
  form.set("image", picture, "plain.png");
  const added = await site.fetch("/api/rocks", {
    method: "POST",
    headers: { cookie },
    body: form,
  });
  const { rc_key } = (await added.json()) as { rc_key: number };
  for (const at of [
    `/api/albums/photos/${photos[0]}/original`,
    `/api/rocks/${rc_key}/original`,
  ]) {
    const seen = await get(at, { cookie });
    expect([at, seen.status]).toEqual([at, 200]);
    expect((await sharp(await seen.bytes()).metadata()).format).toBe("webp");
    expect((await get(at)).status).toBe(401);
  }
});
