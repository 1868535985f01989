import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { snap, type Precision } from "#core/precision.ts";
import type {
  AdminFind,
  JourneyRoute,
  RockPin,
} from "#domain/finds/answers.ts";
import { unpackPins } from "#domain/finds/packed-pins.ts";
import { asChange } from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { readAddresses } from "#tests/setup/routes.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

/** What the public may not know of a find whose finder wants it shown less exactly. */

interface Spot {
  latitude: number;
  longitude: number;
}

const KEY = "a".repeat(32);
const FINDS: { rock: number; precision: Precision; spot: Spot }[] = [
  {
    rock: 7,
    precision: 1000,
    spot: { latitude: 56.10123, longitude: -4.64567 },
  },
  {
    rock: 8,
    precision: 10_000,
    spot: { latitude: -33.91827, longitude: 18.42345 },
  },
  {
    rock: 0,
    precision: 1000,
    spot: { latitude: 35.02718, longitude: 135.79463 },
  },
];
const finds: AdminFind[] = [];

setUpSite({ env: { UPLOAD_LIMITS: "off", LOG_LEVEL: "debug" } });
beforeAll(async () => {
  for (const { rock, precision, spot } of FINDS) {
    const find = await send(rock, precision, spot);
    finds.push(await save(find, { ...spot, show: true }));
  }
  for (const { rock } of FINDS) await read(`/share/rocks/${rock}.jpg`);
  await site.untilIdle();
});

/** Sends a find as the form does, with a photograph that says where it was taken. */
async function send(rock: number, precision: Precision, spot: Spot) {
  const form = new FormData();
  const suggestion = { ...spot, accuracy: 8, source: "photo", precision };
  for (const [name, value] of Object.entries({
    ...findFields,
    rockNumber: String(rock),
    suggestion: JSON.stringify(suggestion),
    find_key: KEY,
    trackerData: JSON.stringify(spot),
  }))
    form.set(name, value);
  form.set("images", new Blob([await photograph(spot)]), "IMG_1.jpg");
  const answer = await site.fetch("/api/upload-rock", {
    method: "POST",
    body: form,
  });
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  return getFind(uuid);
}

async function photograph({ latitude, longitude }: Spot) {
  const degrees = (value: number) =>
    `${Math.round(Math.abs(value) * 1e5)}/100000 0/1 0/1`;
  const photo = await sharp({
    create: { width: 640, height: 480, channels: 3, background: "#a86" },
  })
    .withExif({
      IFD3: {
        GPSLatitudeRef: latitude < 0 ? "S" : "N",
        GPSLatitude: degrees(latitude),
        GPSLongitudeRef: longitude < 0 ? "W" : "E",
        GPSLongitude: degrees(longitude),
      },
    })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  return new Uint8Array(photo);
}

const getFind = async (uuid: string) =>
  (await call(`GET /api/journey-admin?uuid=${uuid}`)).body[0]!;

async function save(find: AdminFind, change: Record<string, unknown>) {
  const saved = await call(
    `PUT /api/journey-admin/${find.rps_key}`,
    asChange(find, change),
  );
  expect(saved.status).toBe(200);
  return saved.body;
}

interface Read {
  address: string;
  status: number;
  type: string | null;
  etag: string | null;
  body: Uint8Array;
}

/** Reads an address as a stranger does. */
async function read(address: string, init?: RequestInit): Promise<Read> {
  const answer = await site.fetch(address, {
    redirect: "manual",
    ...init,
  });
  return {
    address,
    status: answer.status,
    type: answer.headers.get("content-type"),
    etag: answer.headers.get("etag"),
    body: await answer.bytes(),
  };
}

/** Five decimals of a degree are a metre; this is about fifty. */
const NEAR = 0.0005;
const isNear = (number: number, exact: number) =>
  Math.abs(Math.abs(number) - Math.abs(exact)) < NEAR;

/** Whether a text has a number that is a spot's latitude or longitude, whatever it is rounded to. */
const textTells = (text: string, { latitude, longitude }: Spot) =>
  [...text.matchAll(/\d+\.\d{3,}/g)].some(
    ([number]) =>
      isNear(Number(number), latitude) || isNear(Number(number), longitude),
  );

function tells({ type, body }: Read, spot: Spot) {
  // The packed pins.
  if (type === "application/octet-stream")
    return unpackPins(body).some(
      (pin) =>
        isNear(pin.latitude, spot.latitude) ||
        isNear(pin.longitude, spot.longitude),
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

/** Every address that a stranger may ask for, filled in for each find, and their data as Remix fetches it. */
async function listAddresses() {
  const routes = await readAddresses();
  const filled = routes.flatMap(({ address, ids }) =>
    finds.flatMap((find) => {
      const path = address
        .replace(":uuid", find.uuid)
        .replace(":rockNumber", String(find.rock_number))
        .replace(":file", `${find.rock_number}.jpg`)
        .replace(":kind", "webp")
        .replace(":image", `${find.first_image_name}.webp`)
        .replace(/:\w+/g, "1")
        .replace(
          "media/*",
          `media/rocks/${find.rock_number}/${find.uuid}/webp/${find.first_image_name}.webp`,
        );
      return [
        path,
        `${path.replace(/\/$/, "/_root")}.data`,
        ...ids.map((id) => `${path}?_data=${encodeURIComponent(id)}`),
      ];
    }),
  );
  const keys = finds.map(({ rock_number, rps_key }) =>
    rock_number === 0 ? `0-${rps_key}` : rock_number,
  );
  return new Set([
    ...filled,
    `/api/rock-posts/locations/places?pins=${keys.join(",")}`,
    "/api/places?q=Luss&rock=7",
    "/map?rock=7",
  ]);
}

describe("the exact place of a find that is shown to one or ten kilometres", () => {
  test("is in no answer that a stranger gets, whatever the address", async () => {
    const answers: Read[] = [];
    for (const address of await listAddresses()) {
      const answer = await read(address);
      if (answer.status === 200) answers.push(answer);
    }
    const told = answers.map(({ address }) => address);
    for (const { rock } of FINDS)
      expect(told).toEqual(expect.arrayContaining(SHOWING(rock)));
    const [first] = finds;
    expect(told).toEqual(
      expect.arrayContaining([
        "/",
        "/map",
        "/feed.xml",
        "/sitemap.xml",
        "/share/rocks/7.jpg",
        "/track-the-rocks.data",
        `/finds/${first!.uuid}`,
        `/media/rocks/7/${first!.uuid}/webp/${first!.first_image_name}.webp`,
      ]),
    );
    for (const { spot } of FINDS)
      expect(
        answers
          .filter((answer) => tells(answer, spot))
          .map(({ address }) => address),
      ).toEqual([]);
  });

  test("is not told to its finder's device, nor by any picture, and originals are not public", async () => {
    const [find] = finds;
    const { uuid, first_image_name: name } = find!;
    const answers = await Promise.all([
      read(`/api/finds/${uuid}`, {
        headers: { Authorization: `Bearer ${KEY}` },
      }),
      read("/api/finds/states", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ finds: [{ uuid, find_key: KEY }] }),
      }),
    ]);
    for (const answer of answers) {
      expect([answer.address, answer.status]).toEqual([answer.address, 200]);
      expect(tells(answer, FINDS[0]!.spot)).toBe(false);
    }
    const folder = `/media/rocks/7/${uuid}`;
    for (const address of [
      `${folder}/webp/${name}.webp`,
      `${folder}/sm/${name}.webp`,
      "/share/rocks/7.jpg",
    ]) {
      const { status, body } = await read(address);
      expect([address, status]).toEqual([address, 200]);
      const { exif, xmp, iptc } = await sharp(body).metadata();
      expect({ exif, xmp, iptc }).toEqual({});
    }
    const original = await read(`${folder}/original/${name}.jpg`);
    expect(original.status).toBe(404);
  });

  test("is in no line of the log", () => {
    expect(site.lines.length).toBeGreaterThan(0);
    // A line's time has seconds, which may look like a place.
    const log = site.lines.join("\n").replaceAll(/"time":"[^"]*"/g, "");
    for (const { spot } of FINDS) expect(textTells(log, spot)).toBe(false);
  });
});

describe("what is cached", () => {
  /** Reads each address as it is now, and that it is another answer than before. */
  async function readAgain(before: Map<string, string | null>) {
    const answers = await Promise.all(
      SHOWING(7).map((address) => read(address)),
    );
    for (const { address, status, etag } of answers) {
      expect([address, status]).toEqual([address, 200]);
      if (etag) expect(etag).not.toBe(before.get(address));
      before.set(address, etag);
    }
    return answers;
  }
  const route = async () =>
    JSON.parse(
      Buffer.from((await read("/api/rock-posts/7/route")).body).toString(),
    ) as JourneyRoute;
  const pin = async () =>
    (
      JSON.parse(
        Buffer.from((await read(SHOWING(7)[0]!)).body).toString(),
      ) as RockPin[]
    ).find(({ rock_number }) => rock_number === 7)!;

  test("follows the precision and the place from the next request on", async () => {
    const find = finds[0]!;
    const { spot } = FINDS[0]!;
    const moved = { latitude: 57.33333, longitude: -5.77777 };
    const etags = new Map<string, string | null>();
    const showsExactly = async (at: Spot) =>
      (await readAgain(etags)).map((answer) => tells(answer, at));
    const everywhere = SHOWING(7).map(() => true);
    const nowhere = SHOWING(7).map(() => false);

    expect(await showsExactly(spot)).toEqual(nowhere);
    await save(find, { ...spot, precision: 0 });
    expect(await showsExactly(spot)).toEqual(everywhere);
    expect((await route()).stops[0]).not.toHaveProperty("precision");

    await save(find, { ...spot, precision: 10_000 });
    expect(await showsExactly(spot)).toEqual(nowhere);
    const seen = snap(spot, 10_000);
    expect((await route()).stops[0]).toMatchObject({
      ...seen,
      precision: 10_000,
    });
    expect(await pin()).toMatchObject(seen);

    await save(find, { ...moved, precision: 1000 });
    expect(await showsExactly(moved)).toEqual(nowhere);
    expect(await pin()).toMatchObject(snap(moved, 1000));
  });
});
