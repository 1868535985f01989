import { beforeAll, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import {
  asFinder,
  asOf,
  historyOf,
  imagesOf,
  readAsFinder,
  readFind,
  saveFind,
  showFind,
} from "#tests/setup/calls/find-calls.ts";
import { ownFields } from "#tests/setup/calls/site-calls.ts";
import { uploadFixture } from "#tests/setup/calls/uploads/tus-calls.ts";
import { call, setUpSite, site, textAt } from "#tests/setup/vitest/site.ts";

setUpSite();

const PICTURES = ["plain.png", "greyscale.jpg"];
const FIRST = "A blue stone on a wet wall";
const SECOND = "Two gulls “talking” & a boat <3";
const UNDESCRIBED = "Rock 214, Lighthouse steps, Anstruther, 17 May 2026";

/** Of a find whose second picture has no description, which everybody sees. */
let shown: AdminFind;
let find: AdminFind;
beforeAll(async () => {
  const send = async (descriptions: string[]) => {
    const fields = { ...ownFields, descriptions: JSON.stringify(descriptions) };
    const language = { "Content-Language": "en" };
    const { uuid } = await site.addFind(fields, PICTURES, language);
    await site.untilIdle();
    return readFind(uuid);
  };
  shown = await send([FIRST]);
  await saveFind(shown, { latitude: 56.2, longitude: -2.7, show: true });
  find = await send([FIRST, SECOND]);
});

const descriptionsOf = async (find: { rps_key: number }) =>
  (await imagesOf(find)).map(({ description }) => description);
const setDescriptions = (descriptions: string) =>
  asFinder(find, { intent: "correct", location: "Crail", descriptions });
const altsOf = (html: string) =>
  [...html.matchAll(/<img[^>]* alt="([^"]*)"/g)].map(([, alt]) => alt);

test("what is sent is with each image: in the admin's, the finder's and the review's answers", async () => {
  const both = [FIRST, SECOND];
  expect(await descriptionsOf(find)).toEqual(both);
  expect(await (await readAsFinder(find)).text()).toContain(FIRST);
  const { body } = await call(`GET /api/review?uuid=${find.uuid}`);
  expect(body[0]!.images.map(({ description }) => description)).toEqual(both);
});

test("an image that isn't public takes its description with it", async () => {
  const publicOf = async () =>
    (await call("GET /api/rock-posts/214")).body[0]!.imagedescriptions;
  expect(await publicOf()).toEqual([FIRST, ""]);
  const [first] = await imagesOf(shown);
  const toggle = `POST /api/journey-admin/images/${first!.rpi_key}/toggle-show`;
  await call(toggle, { show: false });
  expect(await publicOf()).toEqual([""]);
  await call(toggle, { show: true });
});

test("a picture's alternative is its description, else rock, place and day, in a rock's page, book, feed and way", async () => {
  const page = await textAt("/rocks/214");
  const feed = (await textAt("/rocks/214/feed.xml"))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  for (const html of [page, await textAt("/rocks/214/print"), feed])
    expect(altsOf(html)).toEqual(expect.arrayContaining([FIRST, UNDESCRIBED]));
  for (const [n, words] of [FIRST, UNDESCRIBED].entries())
    expect(page).toContain(
      `aria-label="Open photograph ${n + 1} of 2: ${words}"`,
    );
  // The sentence is in the page's language, and a description says its own.
  const german = await textAt("/rocks/214?lang=de");
  expect(german).toMatch(new RegExp(`<img[^>]*alt="${FIRST}"[^>]* lang="en"`));
  expect(german).toMatch(/alt="[^"]*Anstruther, 17\. Mai 2026"/);
  const { body } = await call("GET /api/rock-posts/214/route");
  expect(body.stops).toMatchObject([{ imagedescription: FIRST }]);
});

test.each([
  [{ descriptions: '["", "", ""]' }, "descriptions"],
  [{ blurs: "[[], [], []]" }, "blurs"],
  [{ descriptionLines: "a\nb\nc" }, "descriptions"],
])("more than the images are refused: %j", async (more, field) => {
  const before = site.count("rock_posts");
  const fields = { ...ownFields, ...more } as Record<string, string>;
  const answer = await site.sendFind(fields, PICTURES);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toHaveProperty(`fields.${field}`);
  expect(site.count("rock_posts")).toBe(before);
});

test("resumable uploads are described in their order, before the images of the form", async () => {
  const uploads = JSON.stringify([await uploadFixture("greyscale.jpg")]);
  const descriptions = JSON.stringify([FIRST, SECOND]);
  const fields = { ...ownFields, descriptions, uploads };
  const { uuid } = await site.addFind(fields, ["plain.png"]);
  expect(await imagesOf(await readFind(uuid))).toMatchObject([
    { original_name: "greyscale.jpg", description: FIRST },
    { original_name: "plain.png", description: SECOND },
  ]);
});

test("the form without JavaScript has a line for each image", async () => {
  expect(await textAt("/share-your-rock")).toContain('name="descriptionLines"');
  const descriptionLines = `${FIRST}\r\n${SECOND}\r\n`;
  const fields = { ...ownFields, descriptionLines };
  const { uuid } = await site.addFind(fields, PICTURES);
  expect(await descriptionsOf(await readFind(uuid))).toEqual([FIRST, SECOND]);
});

test("the admin changes one: absent leaves it, null or blank empties it, and an old version is refused", async () => {
  const [, image] = await imagesOf(find);
  const change = (body: object, version?: string) =>
    call(
      `PUT /api/journey-admin/images/${image!.rpi_key}`,
      body,
      asOf(version),
    );
  const { version } = image!;
  const saved = await change({ description: " A  boat. " }, version);
  expect(saved.etag).toBe(`"${saved.body.version}"`);
  expect(saved.body).toMatchObject({ description: "A boat." });
  expect((await historyOf(find))[0]).toMatchObject({
    by: "admin",
    what: "changed",
    changes: { description_2: [SECOND, "A boat."] },
  });
  expect((await change({ description: "Mine." }, version)).status).toBe(409);
  await change({});
  expect(await descriptionsOf(find)).toEqual([FIRST, "A boat."]);
  for (const description of [null, "Again", ""]) await change({ description });
  expect(await descriptionsOf(find)).toEqual([FIRST, ""]);
  await change({ description: SECOND });
});

test("the finder changes them, if they are right, and who shows the find has seen them", async () => {
  const refused = await setDescriptions('["", "", ""]');
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("descriptions");
  const { version, location } = await readFind(find.uuid);
  expect(location).toBe(ownFields.location);

  expect((await setDescriptions('[null, "Else."]')).status).toBe(200);
  expect((await showFind(find, true, version)).status).toBe(409);
  // What isn't sent stays.
  await asFinder(find, { intent: "correct", location: "Crail" });
  expect(await descriptionsOf(find)).toEqual(["", "Else."]);
});
