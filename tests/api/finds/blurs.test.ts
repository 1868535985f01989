import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Blur } from "#core/blurs.ts";
import type { FindImage, OwnFind } from "#domain/finds/answers.ts";
import {
  asFinder,
  FIND_KEY,
  newFind,
  readAsFinder,
  readFind,
} from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { previewOf } from "#tests/setup/calls/uploads/preview.ts";
import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  call,
  cookie,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

/** The whole picture, so that nothing but one colour may be left of it. */
const ALL: Blur = [0, 0, 1, 1];
const FACE: Blur = [0.25, 0.25, 0.5, 0.5];
const PICTURES = ["plain.png", "greyscale.jpg"];
const own = { ...findFields, find_key: FIND_KEY };
const asField = (blurs: unknown) => ({ ...own, blurs: JSON.stringify(blurs) });

type Find = Awaited<ReturnType<typeof newFind>>;
const imagesOf = async ({ rps_key }: Find) =>
  (await call(`GET /api/journey-admin/${rps_key}/images`)).body as FindImage[];
const blursOf = async (find: Find) =>
  (await imagesOf(find)).map(({ blurs }) => blurs);
const show = ({ rps_key }: Find) =>
  call(`POST /api/journey-admin/${rps_key}/toggle-show`, { show: true });
const media = (
  { rock_number, uuid }: Find,
  name: string,
  kind = "webp",
  headers: Record<string, string> = {},
) =>
  site.fetch(`/media/rocks/${rock_number}/${uuid}/${kind}/${name}.webp`, {
    headers,
  });

/** How much neighbouring pixels differ in a picture that everybody gets. */
async function detailOf(find: Find, name: string, kind?: string) {
  const answer = await media(find, name, kind);
  expect(answer.status).toBe(200);
  const edges = sharp(Buffer.from(await answer.arrayBuffer()))
    .greyscale()
    .convolve({
      width: 3,
      height: 3,
      kernel: [0, -1, 0, -1, 4, -1, 0, -1, 0],
      offset: 128,
      scale: 1,
    });
  return (await sharp(await edges.png().toBuffer()).stats()).channels[0]!.stdev;
}

test("hidden parts are blurred in what everybody sees, and the original is as it was sent", async () => {
  const find = await newFind(asField([[], [ALL]]), PICTURES);
  expect(await blursOf(find)).toEqual([[], [ALL]]);
  await show(find);
  const [whole, hidden] = await imagesOf(find);
  for (const kind of ["sm", "webp640", "webp"]) {
    const seen = await detailOf(find, whole!.current_name, kind);
    const left = await detailOf(find, hidden!.current_name, kind);
    expect(left).toBeLessThan(seen / 4);
  }
  const folder = site.inStore(`rocks/214/${find.uuid}/original`);
  const originals = filesBelow(folder).map((file) =>
    readFileSync(`${folder}/${file}`).toString("base64"),
  );
  for (const name of PICTURES)
    expect(originals).toContain(readFileSync(fixture(name)).toString("base64"));
});

test("a picture whose hidden parts change is nobody's until it is made anew, and the find has another version", async () => {
  const find = await newFind(own, PICTURES);
  await show(find);
  const [image] = await imagesOf(find);
  const name = image!.current_name;
  const { version } = await readFind(find.uuid);
  const before = await media(find, name);
  const seen = await detailOf(find, name);
  const address = `PUT /api/journey-admin/images/${image!.rpi_key}`;
  const changed = await call<FindImage>(address, { blurs: [ALL] });
  expect(changed.body).toMatchObject({ blurs: [ALL], ready: false });
  expect(changed.body.version).not.toBe(image!.version);
  const etag = { "If-None-Match": before.headers.get("etag")! };
  for (const kind of ["sm", "webp640", "webp"])
    expect((await media(find, name, kind, etag)).status).not.toBe(304);
  expect((await readFind(find.uuid)).version).not.toBe(version);
  // Somebody else has seen the version before.
  const late = { cookie, "If-Match": `"${image!.version}"` };
  expect((await send(address, { blurs: [FACE] }, late)).status).toBe(409);

  await site.untilIdle();
  expect((await media(find, name)).headers.get("etag")).not.toBe(
    before.headers.get("etag"),
  );
  expect(await detailOf(find, name)).toBeLessThan(seen / 4);
});

test("the review hides parts by the picture's name, and the finder by a correction, which hides the find until somebody has looked", async () => {
  const find = await newFind(own, PICTURES);
  await show(find);
  await asFinder(find, { intent: "correct", blurs: JSON.stringify([[FACE]]) });
  await site.untilIdle();
  const { find: seen } = (await (await readAsFinder(find)).json()) as OwnFind;
  expect(seen!.images.map(({ blurs }) => blurs)).toEqual([[FACE], []]);
  expect(seen!.show).toBe(false);
  const history = await call(`GET /api/journey-admin/${find.rps_key}/history`);
  expect(history.body.find(({ what }) => what === "changed")).toMatchObject({
    by: "finder",
    changes: { blurs_1: [0, 1] },
  });

  const images = `PUT /api/review/${find.uuid}/images`;
  const [, image] = await imagesOf(find);
  const address = `${images}/${image!.current_name}`;
  const { status, body } = await call(address, { blurs: [FACE] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    images: [{ blurs: [FACE] }, { blurs: [FACE] }],
  });
  const nobodys = await call(`${images}/nothing`, { blurs: [FACE] });
  expect(nobodys.status).toBe(404);
  expect((await send(address, { blurs: [] }, {})).status).toBe(401);
});

test("an original that follows its copy gets the same parts hidden, also those that were hidden since @soak", async () => {
  const preview = await previewOf("plain.png", 200);
  const copy = { filename: "a.jpg", preview: null };
  const { id } = await uploadBytes(site, preview, copy);
  const fields = { ...asField([[FACE]]), uploads: JSON.stringify([id]) };
  const { uuid, images } = await (await site.sendFind(fields, [])).json();
  await site.untilIdle();
  const find = await readFind(uuid);
  await show(find);
  await uploadBytes(
    site,
    readFileSync("scripts/demo/pictures/scenes/forest-1.webp"),
    {
      filename: "a.webp",
      original_of: `${uuid}/${images[0]}`,
      find_key: FIND_KEY,
    },
  );
  await site.untilTidy();
  const address = `PUT /api/review/${uuid}/images/${images[0]}`;
  await call(address, { blurs: [ALL] });
  await site.untilIdle();
  const rows = site.query<{ blurs: string; ready: number }>(
    `SELECT i.blurs, i.ready FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE uuid = '${uuid}'`,
  );
  const blurs = JSON.stringify([ALL]);
  expect(rows).toEqual([
    { blurs, ready: 1 },
    { blurs, ready: 1 },
  ]);
  await call(`POST /api/review/${uuid}`, { show: true });
  await site.untilIdle();
  expect(await detailOf(find, images[0]!)).toBeLessThan(1);
});
