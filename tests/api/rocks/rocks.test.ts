import { beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { messages } from "#core/messages.ts";
import type { User } from "#domain/artists/answers.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import {
  call,
  expectStatuses,
  get,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import {
  addArtists,
  artists,
  newRock,
  rockForm,
} from "#tests/setup/calls/rock-calls.ts";

setUpSite();
beforeAll(addArtists);

const listArtists = async (sort = "") =>
  (await call<User[]>(`GET /api/users${sort && `?sort=${sort}`}`)).body;
const addArtist = async (fields: object) =>
  (await call("POST /api/users", fields)).body;
const filesIn = (place: string) => filesBelow(site.inStore(place));
const filesOf = ({ rock_number }: Rock) => filesIn(`catalog/${rock_number}`);
const add = async (fields: Record<string, unknown>, image?: string) =>
  call(
    "POST /api/rocks",
    await rockForm({ artist_keys: artists, ...fields }, image),
  );

const readPicture = async (file: string) =>
  sharp(await (await get(`/media/catalog/${file}`)).bytes()).metadata();

test("a rock is added with its artists; its picture a.webp and a_sm.webp (512×512) follows by itself", async () => {
  const fields = { rock_number: 214, comment: "From the sill." };
  const { status, body, headers } = await add(fields, "orientation-6.jpg");
  expect(status).toBe(201);
  expect(headers.get("etag")).toBe(`"${body.version}"`);
  expect(body).toMatchObject({
    ...fields,
    artists: [
      { ra_key: artists[0], display_name: "Ida" },
      { ra_key: artists[1], display_name: "Grandma June" },
    ],
  });
  await site.untilIdle();
  const picture = (name: string) => readPicture(`214/${name}`);
  const small = { width: 512, height: 512 };
  expect(await picture("a_sm.webp")).toMatchObject(small);
  expect((await picture("a.webp")).width).toBeGreaterThan(0);
  const open = await call("GET /api/rock-posts/allrocks", undefined, {});
  const names = { rock_number: 214, artists: "Ida, Grandma June" };
  expect(open.body).toContainEqual(names);
});

test("of several rocks with the same number at once one is taken, and the others are told which field is taken", async () => {
  const send = () => add({ rock_number: "777" }, "plain.png");
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await send()).body).toHaveProperty("fields.rock_number");
  await site.untilIdle();
  expect(filesIn("catalog/777")).toHaveLength(5);
});

test("what is wrong is refused with the field's name, and what is no image, and nothing is changed", async () => {
  for (const [fields, image, field] of [
    [{}, undefined, "image"],
    [{ rock_number: "0" }, "plain.png", "rock_number"],
    [{ artist_keys: [99999] }, "plain.png", "artist_keys"],
    [{}, "note.jpg", undefined],
  ] as const) {
    const refused = await add({ rock_number: "900", ...fields }, image);
    expect(refused.status).toBe(field ? 400 : 415);
    if (field) expect(refused.body).toHaveProperty(`fields.${field}`);
    if (!image) expect(refused.body.error).toBe(messages.incompleteRock);
  }
  expect(site.count("rocks WHERE rock_number IN (0, 900)")).toBe(0);
  expect(filesIn("tmp/incoming")).toEqual([]);
});

test("a save keeps the picture if none is sent, and else replaces it, and the old original goes", async () => {
  const rock = await newRock();
  const picture = async () =>
    (await get(`/media/catalog/${rock.rock_number}/a.webp`)).bytes();
  const [before, filesBefore] = [await picture(), filesOf(rock)];
  expectSums("rocks");
  const path = `PUT /api/rocks/${rock.rc_key}` as const;
  const kept = await call(path, await rockForm({ comment: "Varnished." }));
  expect(kept.body).toMatchObject({ comment: "Varnished.", ready: true });
  expect(filesOf(rock)).toEqual(filesBefore);
  expect(await statusOf(path, await rockForm({}, "photo.webp"))).toBe(200);
  await site.untilIdle();
  expect(await picture()).not.toEqual(before);
  expectSums("rocks");
  expect(filesOf(rock)).toHaveLength(5);
  expect(filesOf(rock)).not.toEqual(filesBefore);
});

test("another number is refused: 409 if it is taken, else 400", async () => {
  addRocks(site, [[5001], [5002]]);
  const [rock] = (await call("GET /api/rocks?rock_number=5001")).body;
  const change = async (rock_number: number) =>
    statusOf(`PUT /api/rocks/${rock!.rc_key}`, await rockForm({ rock_number }));
  expect(await change(5002)).toBe(409);
  expect(await change(99_999)).toBe(400);
  const form = await rockForm({ artist_keys: artists });
  expect(await statusOf("PUT /api/rocks/999999", form)).toBe(404);
});

test("a rock's pin is made with its other pictures, has another address once they are replaced, and none once the rock is deleted", async () => {
  const { rc_key } = await newRock({ rock_number: 1 });
  const readPin = async () =>
    (await call("GET /api/rock-posts/1/summary")).body.pin;
  const cacheOf = async (version?: string | null) => {
    const { status, headers } = await get(
      `/media/catalog/1/pin.webp${version ? `?v=${version}` : ""}`,
    );
    return status === 200 ? headers.get("cache-control") : status;
  };
  const pin = await readPin();
  expect(await cacheOf(pin)).toBe("private, max-age=31536000, immutable");
  for (const other of [undefined, "0123abcd"])
    expect(await cacheOf(other)).toBe("no-cache");
  const cut = { format: "webp", width: 128, height: 128, hasAlpha: true };
  expect(await readPicture(`1/pin.webp?v=${pin}`)).toMatchObject(cut);

  const image = await rockForm({}, "greyscale.jpg");
  await statusOf(`PUT /api/rocks/${rc_key}`, image);
  await site.untilIdle();
  const after = await readPin();
  expect(await cacheOf(after)).toContain("immutable");
  // The site lets nobody cache the old address any longer.
  expect(await cacheOf(pin)).toBe("no-cache");
  await statusOf(`DELETE /api/rocks/${rc_key}`);
  for (const version of [undefined, after])
    expect(await cacheOf(version)).toBe(404);
  const gone = await call("GET /api/rock-posts/1/summary");
  expect(gone.body).toMatchObject({ trips: 0, in_catalogue: false, pin: null });
});

test("the list of artists begins with UNKNOWN in whatever order", async () => {
  site.alter("DELETE FROM users WHERE display_name <> 'UNKNOWN'");
  for (const artist of [
    { display_name: "Aaron", relation: "Uncle", dob: "1980-05-06" },
    { display_name: "zoe", relation: "Cousin", dob: "2015-02-28" },
  ])
    expect(await addArtist(artist)).toMatchObject(artist);
  for (const [sort, names] of [
    ["", "UNKNOWN Aaron zoe"],
    ["-display_name", "UNKNOWN zoe Aaron"],
    ["dob", "UNKNOWN Aaron zoe"],
    ["age", "UNKNOWN zoe Aaron"],
    ["-age", "UNKNOWN Aaron zoe"],
  ] as const) {
    const listed = await listArtists(sort);
    const found = listed.map(({ display_name }) => display_name);
    expect(found.join(" "), sort).toBe(names);
  }
});

test("an artist's name that is taken, in whatever case, is refused with 409, and UNKNOWN can be neither renamed nor deleted", async () => {
  const maren = await addArtist({ display_name: "Maren" });
  const other = await addArtist({ display_name: "Walt" });
  const name = { display_name: "MAREN" };
  for (const request of ["POST /api/users", `PUT /api/users/${other.ra_key}`]) {
    const { status, body } = await call(request, name);
    expect(status).toBe(409);
    expect(body).toHaveProperty("fields.display_name");
  }
  const own = await call(`PUT /api/users/${maren.ra_key}`, name);
  expect(own.body).toMatchObject(name);
  const [unknown] = await listArtists();
  const path = `/api/users/${unknown!.ra_key}`;
  await expectStatuses([
    [`PUT ${path}`, 409, { display_name: "Known" }],
    [`DELETE ${path}`, 409],
    [`PUT ${path}`, 200, { relation: "Nobody knows" }],
  ]);
});

test("the catalogue's names follow a renamed and a deleted artist", async () => {
  addRocks(site, [[2, "Zzz"]]);
  const last = (await listArtists()).at(-1)!;
  const namesOf = async () =>
    (await call("GET /api/rock-posts/allrocks")).body[0]!.artists;
  expect(await namesOf()).toBe("Zzz");
  await call(`PUT /api/users/${last.ra_key}`, { display_name: "Zola" });
  expect(await namesOf()).toBe("Zola");
  expect(await statusOf(`DELETE /api/users/${last.ra_key}`)).toBe(204);
  expect(await namesOf()).toBe("UNKNOWN");
});
