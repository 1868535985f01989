import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { snap, type Precision } from "#core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { unpackPins } from "#domain/finds/packed-pins.ts";
import {
  asChange,
  readAsFinder,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import {
  FIND_KEY,
  findForm,
  ownFields,
} from "#tests/setup/calls/site-calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { readAddresses } from "#tests/setup/routes.ts";
import { call, get, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

/** What the public may not know of a find whose finder wants it shown less exactly. */

type Spot = { latitude: number; longitude: number };

const NEAR_LUSS: Spot = { latitude: 56.10123, longitude: -4.64567 };
const CAPE_TOWN: Spot = { latitude: -33.91827, longitude: 18.42345 };
const FINDS: { rock: number; precision: Precision; spot: Spot }[] = [
  { rock: 7, precision: 1000, spot: NEAR_LUSS },
  { rock: 0, precision: 10_000, spot: CAPE_TOWN },
];
const SENDER = { name: "Secret Name", email: "secret@example.org" };
const finds: AdminFind[] = [];

setUpSite();
beforeAll(async () => {
  for (const { rock, precision, spot } of FINDS) {
    const find = await sendFind(rock, precision, spot);
    finds.push(await save(find, { ...spot, show: true }));
    await read(`/share/rocks/${rock}.jpg`);
  }
  await site.untilIdle();
});

async function sendFind(rock: number, precision: Precision, spot: Spot) {
  const suggestion = { ...spot, accuracy: 8, source: "photo", precision };
  const fields = {
    ...{ ...ownFields, ...SENDER },
    rockNumber: String(rock),
    suggestion: JSON.stringify(suggestion),
    trackerData: JSON.stringify(spot),
  };
  const form = await findForm(fields, []);
  form.set("images", new Blob([await photograph(spot)]), "IMG_1.jpg");
  const answer = await send("POST /api/upload-rock", form, {});
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  return readFind(uuid);
}

async function photograph({ latitude, longitude }: Spot) {
  const degrees = (value: number) =>
    `${Math.round(Math.abs(value) * 1e5)}/100000 0/1 0/1`;
  const place = {
    GPSLatitudeRef: latitude < 0 ? "S" : "N",
    GPSLatitude: degrees(latitude),
    GPSLongitudeRef: longitude < 0 ? "W" : "E",
    GPSLongitude: degrees(longitude),
  };
  const photo = sharp(fixture("plain.png")).withExif({ IFD3: place });
  return new Uint8Array(await photo.jpeg().toBuffer());
}

const save = async (find: AdminFind, change: object) =>
  (await saveFind(find, asChange(find, change))).body;

async function read(address: string, asked?: Promise<Response>) {
  const answer = await (asked ?? get(address));
  return {
    address,
    status: answer.status,
    type: answer.headers.get("content-type"),
    body: await answer.bytes(),
  };
}
type Read = Awaited<ReturnType<typeof read>>;

/** Five decimals of a degree are a metre; this is about fifty. */
const NEAR = 0.0005;
const isOf = (number: number, spot: Spot) =>
  [spot.latitude, spot.longitude].some(
    (exact) => Math.abs(Math.abs(number) - Math.abs(exact)) < NEAR,
  );

/** Whether a text has a number that is a spot's latitude or longitude, whatever it is rounded to. */
const textTells = (text: string, spot: Spot) =>
  text.match(/\d+\.\d{3,}/g)?.some((number) => isOf(Number(number), spot)) ??
  false;

function tells({ type, body }: Read, spot: Spot) {
  // The packed pins.
  if (type === "application/octet-stream")
    return unpackPins(body).some(
      ({ latitude, longitude }) =>
        isOf(latitude, spot) || isOf(longitude, spot),
    );
  return textTells(Buffer.from(body).toString("latin1"), spot);
}

/** Where a place is public today, for a rock's find on the map. */
const SHOWING = (rock: number) => [
  "/api/rock-posts/locations/all",
  "/api/rock-posts/locations/packed",
  `/api/rock-posts/${rock}/route`,
  `/rocks/${rock}`,
  `/rocks/${rock}.data`,
];

const pictureOf = ({ rock_number, uuid, first_image_name }: AdminFind) =>
  `media/rocks/${rock_number}/${uuid}/webp/${first_image_name}.webp`;

/** Every address outside of the admin's side, filled in for each find, and the pages' data as Remix fetches them. */
async function listAddresses() {
  const addresses = (await readAddresses())
    .map(({ address }) => address)
    .filter((address) => !address.startsWith("/admin"));
  const filled = addresses.flatMap((address) =>
    finds.flatMap((find) => {
      const path = address
        .replace(":uuid", find.uuid)
        .replace(":rockNumber", String(find.rock_number))
        .replace(":file", `${find.rock_number}.jpg`)
        .replace(":kind", "webp")
        .replace(":image", `${find.first_image_name}.webp`)
        .replace(/:\w+/g, "1")
        .replace("media/*", pictureOf(find));
      return path.startsWith("/api/")
        ? [path]
        : [path, `${path.replace(/\/$/, "/_root")}.data`];
    }),
  );
  return new Set([
    ...filled,
    `/api/rock-posts/locations/places?pins=7,0-${finds[1]!.rps_key}`,
    "/api/places?q=Luss&rock=7",
    "/map?rock=7",
  ]);
}

test("the exact place of a find that is shown to one or ten kilometres, and its sender, are in no answer that a stranger gets, whatever the address, nor in the log", async () => {
  const own = { uuid: finds[0]!.uuid, find_key: FIND_KEY };
  const states = send("POST /api/finds/states", { finds: [own] }, {});
  const answers = [
    // Not even its finder's device is told.
    await read("its own", readAsFinder(own)),
    await read("its state", states),
  ];
  for (const address of await listAddresses()) {
    const answer = await read(address);
    if (answer.status === 200) answers.push(answer);
  }
  expect(answers.map(({ address }) => address)).toEqual(
    expect.arrayContaining([
      ...FINDS.flatMap(({ rock }) => SHOWING(rock)),
      ..."/ /map /feed.xml /sitemap.xml /share/rocks/7.jpg".split(" "),
      "/track-the-rocks.data",
      `/finds/${own.uuid}`,
      `/${pictureOf(finds[0]!)}`,
    ]),
  );
  expect(site.lines.length).toBeGreaterThan(0);
  // A line's time has seconds, which may look like a place.
  const log = site.lines.join("\n").replaceAll(/"time":"[^"]*"/g, "");
  const [, ...others] = answers;
  for (const text of [log, ...others.map(({ body }) => Buffer.from(body))])
    for (const word of Object.values(SENDER))
      expect(text.includes(word)).toBe(false);
  for (const { spot } of FINDS) {
    const telling = answers.filter((answer) => tells(answer, spot));
    expect(telling.map(({ address }) => address)).toEqual([]);
    expect(textTells(log, spot)).toBe(false);
  }
  for (const { status, type, body, address } of answers) {
    expect(status, address).toBe(200);
    if (!type?.startsWith("image/")) continue;
    const { exif, xmp, iptc } = await sharp(body).metadata();
    expect({ exif, xmp, iptc }, address).toEqual({});
  }
});

test("what is cached follows the precision and the place from the next request on", async () => {
  const find = finds[0]!;
  const { spot } = FINDS[0]!;
  const moved = { latitude: 57.33333, longitude: -5.77777 };
  const stop = async () =>
    (await call("GET /api/rock-posts/7/route", undefined, {})).body.stops[0];
  const pin = async () =>
    (await call("GET /api/rock-posts/locations/all", undefined, {})).body.find(
      ({ rock_number }) => rock_number === 7,
    );
  const expectExact = async (at: Spot, isExact: boolean) => {
    for (const answer of await Promise.all(SHOWING(7).map((one) => read(one))))
      expect([answer.status, tells(answer, at)]).toEqual([200, isExact]);
  };
  await expectExact(spot, false);
  await save(find, { ...spot, precision: 0 });
  await expectExact(spot, true);
  expect(await stop()).not.toHaveProperty("precision");

  await save(find, { ...spot, precision: 10_000 });
  await expectExact(spot, false);
  const seen = snap(spot, 10_000);
  expect(await stop()).toMatchObject({ ...seen, precision: 10_000 });
  expect(await pin()).toMatchObject(seen);

  await save(find, { ...moved, precision: 1000 });
  await expectExact(moved, false);
  expect(await pin()).toMatchObject(snap(moved, 1000));
});
