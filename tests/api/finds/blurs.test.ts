import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Blur } from "#core/blurs.ts";
import type { AdminFind, FindImage, OwnFind } from "#domain/finds/answers.ts";
import {
  asFinder,
  historyOf,
  imagesOf,
  newFind,
  readAsFinder,
  readFind,
  showFind,
} from "#tests/setup/calls/find-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { previewOf } from "#tests/setup/calls/uploads/preview.ts";
import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  call,
  get,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

/** The whole picture, so that nothing but one colour may be left of it. */
const ALL: Blur = [0, 0, 1, 1];
const FACE: Blur = [0.25, 0.25, 0.5, 0.5];
const KINDS = ["sm", "webp640", "webp"];
const PICTURES = ["plain.png", "greyscale.jpg"];
const asField = (blurs: unknown) => ({
  ...ownFields,
  blurs: JSON.stringify(blurs),
});

async function shownFind(fields: Record<string, string> = ownFields) {
  const find = await newFind(fields, PICTURES);
  await showFind(find);
  return find;
}
const media = (
  { rock_number, uuid }: AdminFind,
  name: string,
  kind = "webp",
  headers?: Record<string, string>,
) => get(`/media/rocks/${rock_number}/${uuid}/${kind}/${name}.webp`, headers);

/** How much neighbouring pixels differ in a picture that everybody gets. */
async function detailOf(find: AdminFind, name: string, kind?: string) {
  const answer = await media(find, name, kind);
  expect(answer.status).toBe(200);
  const edges = sharp(await answer.bytes())
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
  const find = await shownFind(asField([[], [ALL]]));
  const [whole, hidden] = await imagesOf(find);
  expect([whole!.blurs, hidden!.blurs]).toEqual([[], [ALL]]);
  for (const kind of KINDS) {
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
  const find = await shownFind();
  const [image] = await imagesOf(find);
  const name = image!.current_name;
  const { version } = await readFind(find.uuid);
  const etagOf = async () => (await media(find, name)).headers.get("etag")!;
  const etag = await etagOf();
  const seen = await detailOf(find, name);
  const address = `PUT /api/journey-admin/images/${image!.rpi_key}`;
  const changed = await call<FindImage>(address, { blurs: [ALL] });
  expect(changed.body).toMatchObject({ blurs: [ALL], ready: false });
  for (const kind of KINDS) {
    const again = await media(find, name, kind, { "If-None-Match": etag });
    expect(again.status).not.toBe(304);
  }
  expect((await readFind(find.uuid)).version).not.toBe(version);
  await site.untilIdle();
  expect(await etagOf()).not.toBe(etag);
  expect(await detailOf(find, name)).toBeLessThan(seen / 4);
});

test("the review hides parts by the picture's name, and the finder by a correction, which hides the find until somebody has looked", async () => {
  const find = await shownFind();
  await asFinder(find, { intent: "correct", blurs: JSON.stringify([[FACE]]) });
  await site.untilIdle();
  const { find: seen } = (await (await readAsFinder(find)).json()) as OwnFind;
  expect(seen!.images.map(({ blurs }) => blurs)).toEqual([[FACE], []]);
  expect(seen!.show).toBe(false);
  expect(await historyOf(find)).toContainEqual(
    expect.objectContaining({
      by: "finder",
      what: "changed",
      changes: { blurs_1: [0, 1] },
    }),
  );
  const images = `PUT /api/review/${find.uuid}/images`;
  const [, image] = await imagesOf(find);
  const blurs = [FACE];
  expect(
    await call(`${images}/${image!.current_name}`, { blurs }),
  ).toMatchObject({ status: 200, body: { images: [{ blurs }, { blurs }] } });
  expect(await statusOf(`${images}/nothing`, { blurs })).toBe(404);
});

test("an original that follows its copy gets the same parts hidden, also those that were hidden since @soak", async () => {
  const preview = await previewOf("plain.png", 200);
  const copy = { filename: "a.jpg", preview: null };
  const { id } = await uploadBytes(site, preview, copy);
  const fields = { ...asField([[FACE]]), uploads: JSON.stringify([id]) };
  const { uuid, images } = await site.addFind(fields, []);
  await site.untilIdle();
  const find = await readFind(uuid);
  await showFind(find);
  const forest = readFileSync("scripts/demo/pictures/scenes/forest-1.webp");
  await uploadBytes(site, forest, {
    filename: "a.webp",
    original_of: `${uuid}/${images[0]}`,
    find_key: FIND_KEY,
  });
  await site.untilTidy();
  const address = `PUT /api/review/${uuid}/images/${images[0]}`;
  await call(address, { blurs: [ALL] });
  await site.untilIdle();
  expect(
    site.query(
      `SELECT i.blurs, i.ready FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE uuid = '${uuid}'`,
    ),
  ).toEqual(Array(2).fill({ blurs: JSON.stringify([ALL]), ready: 1 }));
  await call(`POST /api/review/${uuid}`, { show: true });
  await site.untilIdle();
  expect(await detailOf(find, images[0]!)).toBeLessThan(1);
});
