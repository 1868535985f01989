import { expect, test } from "vitest";
import sharp from "sharp";
import { newRock, rockForm } from "#tests/setup/calls/rock-calls.ts";
import { addPosts, emptyRocks, keyOfPost } from "#tests/setup/calls/rocks.ts";
import {
  call,
  get,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const getPin = async (version?: string | null) => {
  const answer = await get(
    `/media/catalog/1/pin.webp${version ? `?v=${version}` : ""}`,
  );
  const { status, headers } = answer;
  return { status, headers, cache: headers.get("cache-control"), answer };
};
const summary = async () => (await call("GET /api/rock-posts/1/summary")).body;

test("a rock's pin is made with its other pictures, has another address once they are replaced, and none once the rock is deleted", async () => {
  const { rc_key } = await newRock({ rock_number: 1, artist_keys: [1] });
  const { pin } = await summary();
  const first = await getPin(pin);
  expect([first.status, first.headers.get("content-type")]).toEqual([
    200,
    "image/webp",
  ]);
  expect(first.cache).toBe("private, max-age=31536000, immutable");
  expect(await sharp(await first.answer.bytes()).metadata()).toMatchObject({
    width: 128,
    height: 128,
    hasAlpha: true,
  });
  for (const other of [undefined, "0123abcd"])
    expect((await getPin(other)).cache).toBe("no-cache");

  const path = `/api/rocks/${rc_key}`;
  await statusOf(`PUT ${path}`, await rockForm({}, "greyscale.jpg"));
  await site.untilIdle();
  const after = await summary();
  expect(after.pin).not.toBe(pin);
  const bytes = await (await getPin(after.pin)).answer.bytes();
  const [red, , blue] = (await sharp(bytes).stats()).channels;
  expect(Math.abs(red!.mean - blue!.mean)).toBeLessThan(5);
  // The site lets nobody cache the old address any longer.
  expect((await getPin(pin)).cache).toBe("no-cache");
  await statusOf(`DELETE ${path}`);
  for (const version of [undefined, after.pin])
    expect((await getPin(version)).status).toBe(404);
  const gone = { trips: 0, in_catalogue: false, pin: null };
  expect(await summary()).toMatchObject(gone);
});

test("the places of pins are the finders' words, or the nearest town, without what is not on the map", async () => {
  emptyRocks(site);
  const [, , , washedOff] = await addPosts(site, [
    { rock: 1, at: [35.9, 14.51], location: "Valletta, Malta" },
    { rock: 2, at: [52.52, 13.4], location: " " },
    { rock: 3, at: [1, 1], location: "Hidden", show: false },
    { rock: 0, at: [-60, -120], location: " " },
  ]);
  const pin = `0-${keyOfPost(washedOff!)}`;
  const { body } = await call(
    `GET /api/rock-posts/locations/places?pins=1,2,3,4,${pin},0-999999`,
  );
  expect(new Map(body.map(({ pin, place }) => [pin, place]))).toEqual(
    new Map([
      ["1", "Valletta, Malta"],
      ["2", "Berlin, Germany"],
      [pin, ""],
    ]),
  );
});
