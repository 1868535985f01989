import { beforeAll, expect, test } from "vitest";
import { readFind } from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off", MODERATION: "off" } });

const DESCRIBED = "A blue stone on a wet wall";
const UNDESCRIBED = "Rock 214, Lighthouse steps, Anstruther, 17 May 2026";
const rock = `/rocks/${findFields.rockNumber}`;

beforeAll(async () => {
  const { uuid } = await site.addFind(
    { ...findFields, descriptions: JSON.stringify([DESCRIBED]) },
    ["plain.png", "greyscale.jpg"],
    { "Content-Language": "en" },
  );
  await site.untilIdle();
  const { rps_key } = await readFind(uuid);
  await call(`PUT /api/journey-admin/${rps_key}`, {
    latitude: 56.2,
    longitude: -2.7,
  });
});

const read = async (address: string) => (await site.fetch(address)).text();
const altsOf = (html: string) =>
  [...html.matchAll(/<img[^>]* alt="([^"]*)"/g)].map(([, alt]) => alt);

test.each([
  ["a rock's page", rock],
  ["a rock's book", `${rock}/print`],
])(
  "%s has the description as a picture's alternative, else rock, place and day",
  async (_, address) => {
    const alts = altsOf(await read(address));
    expect(alts).toContain(DESCRIBED);
    expect(alts).toContain(UNDESCRIBED);
  },
);

test("a button that opens a picture says what it shows", async () => {
  const page = await read(rock);
  expect(page).toContain(`aria-label="Open photograph 1 of 2: ${DESCRIBED}"`);
  expect(page).toContain(`aria-label="Open photograph 2 of 2: ${UNDESCRIBED}"`);
});

test("without a description the sentence is in the page's language, and a description says its own", async () => {
  const page = await read(`${rock}?lang=de`);
  expect(altsOf(page)).toContain(DESCRIBED);
  expect(page).toMatch(
    new RegExp(`<img[^>]*alt="${DESCRIBED}"[^>]* lang="en"`),
  );
  expect(page).toMatch(/alt="[^"]*Anstruther, 17\. Mai 2026"/);
});

test("a feed has them", async () => {
  const feed = await read(`${rock}/feed.xml`);
  const html = feed
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  expect(altsOf(html)).toEqual([DESCRIBED, UNDESCRIBED]);
});

test("a rock's way has its stops' descriptions", async () => {
  const { body } = await call(
    `GET /api/rock-posts/${findFields.rockNumber}/route`,
  );
  expect(body.stops).toMatchObject([{ imagedescription: DESCRIBED }]);
});

test("the form without JavaScript asks for them", async () => {
  expect(await read("/share-your-rock")).toContain('name="descriptionLines"');
});
