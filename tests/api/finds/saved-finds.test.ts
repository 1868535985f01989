import { beforeAll, describe, expect, test } from "vitest";
import { snap } from "#core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import {
  asChange,
  newFind,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const spot = { latitude: 56.10123, longitude: -4.64567 };
const nowhere = { latitude: null, longitude: null };

describe("saving a find", () => {
  let find: AdminFind;
  beforeAll(async () => {
    find = await newFind({
      suggestion: JSON.stringify({
        ...spot,
        source: "device",
        precision: 1000,
      }),
    });
  });

  test.each<[string, object, string]>([
    ["latitude beyond the pole", { latitude: 91, longitude: 0 }, "latitude"],
    [
      "longitude beyond the date line",
      { latitude: 0, longitude: -180.5 },
      "longitude",
    ],
    ["one coordinate alone", { latitude: 1, longitude: null }, "coordinates"],
    [
      "coordinates that are no numbers",
      { latitude: "1", longitude: "2" },
      "latitude",
    ],
    ["a blank location", { location: " " }, "location"],
    ["a rock number of 100001", { rock_number: 100001 }, "rock_number"],
    ["a rock number of 1.5", { rock_number: 1.5 }, "rock_number"],
    ["a date that does not exist", { date: "2026-02-30" }, "date"],
    ["a show that is neither true nor false", { show: "yes" }, "show"],
    ...[500, -1, "1000", null].map((precision): [string, object, string] => [
      `a precision of ${JSON.stringify(precision)}`,
      { ...spot, precision },
      "precision",
    ]),
  ])("refuses %s and changes nothing", async (_what, change, field) => {
    const answer = await saveFind(find, asChange(find, change));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields!)).toContain(field);
    expect(await readFind(find.uuid)).toEqual(find);
  });

  test("is not shown as somebody else has left it meanwhile", async () => {
    const post = await newFind();
    const changed = await saveFind(post, { comment: "Ugly." });
    const show = ({ version }: AdminFind) =>
      call(
        `POST /api/journey-admin/${post.rps_key}/toggle-show`,
        { show: true },
        { cookie, "If-Match": `"${version}"` },
      );
    expect((await show(post)).status).toBe(409);
    const { body } = await saveFind(post, {});
    expect(body).toEqual(changed.body);
    expect(await show(body)).toMatchObject({
      status: 200,
      body: { show: true },
    });
  });

  test("right after its Show was toggled works with the version that the toggle answered", async () => {
    const post = await newFind();
    const save = (version: string) =>
      saveFind(
        post,
        { ...asChange(post), show: undefined },
        { cookie, "If-Match": version },
      );
    const toggled = await call(
      `POST /api/journey-admin/${post.rps_key}/toggle-show`,
    );
    expect(toggled.body).toEqual({ show: true });
    expect((await save(`"${post.version}"`)).status).toBe(409);
    expect(await save(toggled.etag!)).toMatchObject({
      status: 200,
      body: { show: true },
    });
  });

  test("reads the 'coordinates' text only where both numbers are absent", async () => {
    const post = await newFind();
    for (const [change, latitude, longitude] of [
      [{ coordinates: "12.5, -7" }, 12.5, -7],
      [{ coordinates: "12.5 -7" }, null, null],
      [{ coordinates: "1, 2", latitude: 3, longitude: 4 }, 3, 4],
    ] as const)
      expect((await saveFind(post, change)).body).toMatchObject({
        latitude,
        longitude,
      });
  });

  test("refuses a 'coordinates' text of two parts that are no numbers, and keeps the place it has", async () => {
    const post = await newFind();
    await saveFind(post, { coordinates: "12.5, -7" });
    const refused = await saveFind(post, { coordinates: "51.5N, 0.1W" });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({
      coordinates:
        "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
    });
    expect(await readFind(post.uuid)).toMatchObject({
      latitude: 12.5,
      longitude: -7,
    });
  });

  test("leaves the place as it is without a word about it, and takes it away by null", async () => {
    const post = await newFind();
    const place = { latitude: 12.5, longitude: -7 };
    for (const [change, now] of [
      [place, place],
      [{ comment: "Kept" }, { ...place, comment: "Kept" }],
      [{ no_place: true }, { ...place, no_place: false }],
      [nowhere, { ...nowhere, no_place: false }],
    ] as const)
      expect((await saveFind(post, change)).body).toMatchObject(now);
  });

  test("keeps that a find has no place on the map until it gets coordinates", async () => {
    const post = await newFind();
    expect(post.no_place).toBe(false);
    const place = { latitude: 1, longitude: 2 };
    for (const [change, no_place] of [
      [{ ...nowhere, no_place: true }, true],
      [{ ...nowhere, comment: "Later." }, true],
      [place, false],
      [{ ...place, no_place: true }, false],
    ] as const)
      expect((await saveFind(post, change)).body).toMatchObject({ no_place });
  });

  test("keeps the precision of its finder when the admin sets coordinates without one", async () => {
    expect(find).toMatchObject({ precision: 1000, public_latitude: null });
    for (const precision of [1000, 10_000, 0] as const) {
      const change = precision === 1000 ? spot : { ...spot, precision };
      const seen = snap(spot, precision);
      expect((await saveFind(find, change)).body).toMatchObject({
        ...spot,
        precision,
        public_latitude: seen.latitude,
        public_longitude: seen.longitude,
      });
    }
    // It is a part of the version.
    const stale = { cookie, "If-Match": `"${find.version}"` };
    expect((await saveFind(find, {}, stale)).status).toBe(409);
  });

  test("has a precision of 0 if the finder chose none, and then the public sees the place itself", async () => {
    expect((await saveFind(await newFind(), spot)).body).toMatchObject({
      precision: 0,
      public_latitude: spot.latitude,
      public_longitude: spot.longitude,
    });
  });
});

describe("the precision of a finder's suggestion", () => {
  test("is 0 in one from before there were precisions", async () => {
    const { rps_key, uuid } = await newFind();
    const older = { ...spot, accuracy: 12, source: "device" };
    site.alter(
      `UPDATE rock_posts SET suggestion = '${JSON.stringify(older)}' WHERE rps_key = ${rps_key}`,
    );
    expect((await readFind(uuid)).suggestion).toEqual({
      ...older,
      precision: 0,
    });
  });

  test("costs the place if it is another number, and never makes it exact", async () => {
    const sent = await site.sendFind({
      ...findFields,
      suggestion: JSON.stringify({ ...spot, source: "town", precision: 500 }),
    });
    expect(sent.status).toBe(201);
    const { uuid } = (await sent.json()) as { uuid: string };
    expect(await readFind(uuid)).toMatchObject({
      suggestion: null,
      precision: 0,
      latitude: null,
    });
  });
});
