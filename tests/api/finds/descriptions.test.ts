import { expect, test } from "vitest";
import type { FindImage } from "#domain/finds/answers.ts";
import {
  asFinder,
  FIND_KEY,
  readAsFinder,
  readFind,
} from "#tests/setup/calls/find-calls.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { uploadFixture } from "#tests/setup/calls/uploads/tus-calls.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const own = { ...findFields, find_key: FIND_KEY };
const asField = (descriptions: unknown) => ({
  ...own,
  descriptions: JSON.stringify(descriptions),
});
const PICTURES = ["plain.png", "greyscale.jpg"];
const FIRST = "A blue stone on a wet wall.";
const SECOND = "Two gulls “talking” & a boat <3";

async function newFind(descriptions: unknown, images = PICTURES) {
  const { uuid } = await site.addFind(asField(descriptions), images);
  await site.untilIdle();
  return readFind(uuid);
}

const imagesOf = async ({ rps_key }: { rps_key: number }) =>
  (await call(`GET /api/journey-admin/${rps_key}/images`)).body as FindImage[];
const descriptionsOf = async (find: { rps_key: number }) =>
  (await imagesOf(find)).map(({ description }) => description);
const historyOf = async ({ rps_key }: { rps_key: number }) =>
  (await call(`GET /api/journey-admin/${rps_key}/history`)).body;
const show = async ({ uuid }: { uuid: string }) =>
  call(
    `POST /api/journey-admin/${(await readFind(uuid)).rps_key}/toggle-show`,
    {
      show: true,
    },
  );
const publicOf = async ({ uuid }: { uuid: string }) =>
  (await call("GET /api/rock-posts")).body.find((post) => post.uuid === uuid)!;

const send = async (descriptions: string, images = PICTURES) =>
  site.fetch("/api/upload-rock", {
    method: "POST",
    body: await findForm({ ...own, descriptions }, images),
  });

test("what is sent is with each image: in the admin's, the finder's and everybody's answers", async () => {
  const find = await newFind([FIRST, SECOND]);
  expect(await descriptionsOf(find)).toEqual([FIRST, SECOND]);
  const page = await (await readAsFinder(find)).text();
  expect(page).toContain(FIRST);
  const { body } = await call("GET /api/review");
  expect(
    body
      .find(({ uuid }) => uuid === find.uuid)!
      .images.map(({ description }) => description),
  ).toEqual([FIRST, SECOND]);
  await show(find);
  const shown = await publicOf(find);
  expect(shown.imagenames).toHaveLength(2);
  expect(shown.imagedescriptions).toEqual([FIRST, SECOND]);
  const ofRock = await call(`GET /api/rock-posts/${own.rockNumber}`);
  expect(ofRock.body).toContainEqual(shown);
});

test("an image that isn't public takes its description with it", async () => {
  const find = await newFind([FIRST, SECOND]);
  await show(find);
  const [first] = await imagesOf(find);
  await call(`POST /api/journey-admin/images/${first!.rpi_key}/toggle-show`, {
    show: false,
  });
  expect((await publicOf(find)).imagedescriptions).toEqual([SECOND]);
});

test.each([
  ["absent", undefined],
  ["blank", ""],
  ["an empty list", "[]"],
  ["a list of null and spaces", '[null, "  "]'],
])("descriptions may be %s", async (_, descriptions) => {
  const { uuid } = await site.addFind(
    descriptions === undefined ? own : { ...own, descriptions },
    PICTURES,
  );
  expect(await descriptionsOf(await readFind(uuid))).toEqual(["", ""]);
});

test("fewer than the images leave the others blank, and control characters become spaces", async () => {
  const find = await newFind([" A\u0000 blue\r\n\tstone\u2028here\u0085 "]);
  expect(await descriptionsOf(find)).toEqual(["A blue stone here", ""]);
});

test("300 characters are taken", async () => {
  const find = await newFind(["x".repeat(300)]);
  expect((await descriptionsOf(find))[0]).toHaveLength(300);
});

test.each([
  ["no JSON", "a blue stone"],
  ["half JSON", '["a blue stone"'],
  ["a text", '"a blue stone"'],
  ["an object", '{"0":"a blue stone"}'],
  ["null", "null"],
  ["numbers", "[1, 2]"],
  ["lists", '[["a"]]'],
  ["301 characters", JSON.stringify(["", "x".repeat(301)])],
  ["more than the images", '["", "", ""]'],
  ["more than a find can have", JSON.stringify(Array(6).fill(""))],
])(
  "descriptions that are %s are refused, and nothing is kept",
  async (_, text) => {
    const before = site.count("rock_posts");
    const answer = await send(text);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: expect.any(String) as string,
      fields: { descriptions: expect.any(String) as string },
    });
    expect(site.count("rock_posts")).toBe(before);
  },
);

test("a refusal is in the language of the form", async () => {
  const answer = await site.fetch("/api/upload-rock?lang=de", {
    method: "POST",
    body: await findForm({ ...own, descriptions: "[" }, PICTURES),
  });
  expect(answer.status).toBe(400);
});

test("resumable uploads are described in their order, before the images of the form", async () => {
  const uploads = [await uploadFixture("greyscale.jpg")];
  const { uuid } = await site.addFind(
    { ...asField([FIRST, SECOND]), uploads: JSON.stringify(uploads) },
    ["plain.png"],
  );
  const images = await imagesOf(await readFind(uuid));
  expect(
    images.map(({ original_name, description }) => [
      original_name,
      description,
    ]),
  ).toEqual([
    [expect.stringMatching(/\.jpg$/), FIRST],
    ["plain.png", SECOND],
  ]);
});

test("the form without JavaScript has a line for each image", async () => {
  const lines = `${FIRST}\r\n${SECOND}\r\n`;
  const { uuid } = await site.addFind(
    { ...own, descriptionLines: lines },
    PICTURES,
  );
  expect(await descriptionsOf(await readFind(uuid))).toEqual([FIRST, SECOND]);
  const tooMany = await site.fetch("/api/upload-rock", {
    method: "POST",
    body: await findForm({ ...own, descriptionLines: "a\nb\nc" }, PICTURES),
  });
  expect(tooMany.status).toBe(400);
});

test("the finder changes them: the find is hidden until somebody has looked, and the history says what changed @soak", async () => {
  const find = await newFind([FIRST, SECOND]);
  await show(find);
  const correct = (descriptions: unknown) =>
    asFinder(find, {
      intent: "correct",
      descriptions: JSON.stringify(descriptions),
    });
  const answer = await correct([FIRST, "A boat."]);
  expect(answer.status).toBe(200);
  expect(await descriptionsOf(find)).toEqual([FIRST, "A boat."]);
  expect(await readFind(find.uuid)).toMatchObject({ show: false });
  expect((await historyOf(find)).slice(0, 2)).toMatchObject([
    { by: "finder", what: "hidden" },
    {
      by: "finder",
      what: "changed",
      changes: { description_2: [SECOND, "A boat."] },
    },
  ]);
  // What isn't sent stays; null and blank empty.
  await correct([null]);
  expect(await descriptionsOf(find)).toEqual(["", "A boat."]);
  await asFinder(find, { intent: "correct", location: "Crail" });
  expect(await descriptionsOf(find)).toEqual(["", "A boat."]);
  await correct(["", ""]);
  expect(await descriptionsOf(find)).toEqual(["", ""]);
});

test.each([["["], ['["", "", ""]'], [JSON.stringify(["x".repeat(301)])]])(
  "a correction with %s is refused whole",
  async (descriptions) => {
    const find = await newFind([FIRST]);
    const answer = await asFinder(find, {
      intent: "correct",
      location: "Crail",
      descriptions,
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("descriptions");
    expect(await readFind(find.uuid)).toMatchObject({
      location: own.location,
    });
    expect(await descriptionsOf(find)).toEqual([FIRST, ""]);
  },
);

test("who shows a find has seen what its finder wrote about the pictures last", async () => {
  const find = await newFind([FIRST]);
  const { body } = await call("GET /api/review");
  const waiting = body.find(({ uuid }) => uuid === find.uuid)!;
  await asFinder(find, {
    intent: "correct",
    descriptions: JSON.stringify(["Something else."]),
  });
  const toggled = await call(
    `POST /api/journey-admin/${find.rps_key}/toggle-show`,
    { show: true },
    { cookie, "If-Match": `"${find.version}"` },
  );
  expect(toggled.status).toBe(409);
  const decided = await call(
    `POST /api/review/${find.uuid}`,
    { show: true },
    { cookie, "If-Match": `"${waiting.version}"` },
  );
  expect(decided.status).toBe(409);
  expect(await readFind(find.uuid)).toMatchObject({ show: false });
});

test("the admin changes one: absent leaves it, null or blank empties it, and an old version is refused", async () => {
  const find = await newFind([FIRST, SECOND]);
  const [, image] = await imagesOf(find);
  const change = (body: object, headers?: Record<string, string>) =>
    call(`PUT /api/journey-admin/images/${image!.rpi_key}`, body, headers);
  const saved = await change(
    { description: " A  boat. " },
    { cookie, "If-Match": `"${image!.version}"` },
  );
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({
    rpi_key: image!.rpi_key,
    description: "A boat.",
  });
  expect(saved.headers.get("etag")).toBe(`"${saved.body.version}"`);
  expect((await historyOf(find))[0]).toMatchObject({
    by: "admin",
    what: "changed",
    changes: { description_2: [SECOND, "A boat."] },
  });
  const stale = await change(
    { description: "Mine." },
    { cookie, "If-Match": `"${image!.version}"` },
  );
  expect(stale.status).toBe(409);
  await change({});
  expect(await descriptionsOf(find)).toEqual([FIRST, "A boat."]);
  const refused = await change({ description: "x".repeat(301) });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    fields: { description: expect.any(String) as string },
  });
  await change({ description: null });
  expect(await descriptionsOf(find)).toEqual([FIRST, ""]);
  await change({ description: "" });
  expect(await descriptionsOf(find)).toEqual([FIRST, ""]);
  const none = await call("PUT /api/journey-admin/images/999999", {
    description: "x",
  });
  expect(none.status).toBe(404);
});

test("an image comes back from the trash with its description, and so does its find", async () => {
  const find = await newFind([FIRST, SECOND]);
  const [first] = await imagesOf(find);
  for (const path of [`images/${first!.rpi_key}`, `${find.rps_key}`] as const) {
    const { headers } = await call(`DELETE /api/journey-admin/${path}`);
    await call(`POST /api/trash/${headers.get("trash-key")}/restore`);
    expect(await descriptionsOf(find)).toEqual([FIRST, SECOND]);
  }
});
