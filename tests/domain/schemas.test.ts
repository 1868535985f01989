import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Email } from "#core/schemas.ts";
import {
  Comment,
  FindDate,
  FindDay,
  Location,
  NewFind,
  splitCoordinates,
} from "#domain/finds/schemas.ts";
import { RockNumber } from "#domain/rocks/schemas.ts";
import { RockCount } from "#domain/visits/schemas.ts";
import {
  isFormTimeRight,
  issueFormTime,
} from "#domain/site/site-texts.server.ts";

const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const x = (length: number) => "x".repeat(length);

/** Real days, and days with a time, are tried in `properties/days`. */
test.each<[string, v.GenericSchema, taken: unknown[], refused: unknown[]]>([
  [
    "a rock number is digits only, 0 to 100000",
    RockNumber,
    ["0", "1", "007", "100000"],
    ["", " 7", "7 ", "-1", "+5", "1.5", "1e3", "0x10", "100001", "٣", 7, null],
  ],
  [
    "a find's day is a real day from 2000 to tomorrow",
    FindDay,
    ["2000-01-01", "2024-02-29", day(0), day(1)],
    ["1999-12-31", "2023-02-29", day(2), "17/05/2026", "2026-5-1", ""],
  ],
  [
    "a date takes a time too",
    FindDate,
    ["2026-05-17", "2026-05-17T23:59:59Z"],
    ["2026-05-17T10:00:00", "2026-02-30T10:00:00Z", "now"],
  ],
  [
    "a place has 200 signs at most",
    Location,
    ["x", x(200)],
    ["", " ", "\u00a0", x(201)],
  ],
  ["a comment has 5,000 signs at most", Comment, [x(5000)], [x(5001)]],
  [
    "an e-mail address has its at sign",
    Email,
    ["", "  ", "a@b", "ann@example.org"],
    ["a", "@b", "a b@c.d", `${x(250)}@b.cd`],
  ],
])("%s", (_, schema, taken, refused) => {
  const isTaken = (value: unknown) => v.is(schema, value);
  expect(taken.filter((value) => !isTaken(value))).toEqual([]);
  expect(refused.filter(isTaken)).toEqual([]);
});

test("text is kept exactly as typed", () => {
  const find = v.parse(NewFind, {
    rockNumber: "1",
    location: " here ",
    comment: "\n<b>x</b>\t",
  });
  expect(find).toMatchObject({ location: " here ", comment: "\n<b>x</b>\t" });
});

describe("what a device got wrong of a find's place is dropped, never the find", () => {
  const right = {
    latitude: 56.2,
    longitude: -2.7,
    accuracy: 12,
    source: "photo",
    precision: 1000,
    taken_dt: "2024-05-17T16:42:03.000Z",
  };
  const { accuracy: _accuracy, ...unsure } = right;
  const { taken_dt: _time, ...timeless } = right;
  const take = (suggestion: unknown) =>
    v.parse(NewFind, {
      rockNumber: "1",
      location: "here",
      comment: "x",
      suggestion:
        typeof suggestion === "string"
          ? suggestion
          : JSON.stringify(suggestion),
    }).suggestion;

  test.each([
    "+010007-06-09T16:42:03.000Z",
    "9999-99-99T99:99:99Z",
    "1995-05-17T16:42:03.000Z",
    "2024:05:17 16:42:03",
    "",
    1715964123,
    null,
  ])("the time %j", (taken_dt) =>
    expect(take({ ...right, taken_dt })).toEqual(timeless),
  );

  test.each([-1, 4_294_967_295, "12", {}])("the accuracy %j", (accuracy) =>
    expect(take({ ...right, accuracy })).toEqual({ ...unsure, accuracy: null }),
  );

  test.each([
    { ...right, latitude: 90.1 },
    { ...right, longitude: null },
    { ...right, source: "gps" },
    { ...right, precision: 500 },
    { ...right, precision: "1000" },
    { ...right, precision: null },
    {},
    "{broken",
    "null",
    "",
  ])("the whole place: %j", (place) => expect(take(place)).toBeUndefined());

  test("what is right stays", () => expect(take(right)).toEqual(right));
});

test("what a browser gets wrong of itself is dropped from a visit, never the visit", () => {
  const visit = { rock_qr_number: "7", session_id: "a" };
  for (const odd of [null, 5, {}, "x".repeat(9000)])
    expect(
      v.parse(RockCount, {
        ...visit,
        page_url: odd,
        user_agent: odd,
        accuracy: odd,
        timestamp: odd,
      }),
    ).toEqual({ ...visit, page_url: "", user_agent: "" });
});

describe("'lat, lon' is split at its comma", () => {
  test.each<[string, number | null, number | null]>([
    ["1.5, -2", 1.5, -2],
    ["(51.5, −0.1)", 51.5, -0.1],
    ["+51., .5", 51, 0.5],
    ["0,0", 0, 0],
    ["", null, null],
    ["1 2", null, null],
    ["1, 2, 3", null, null],
  ])("%j", (text, latitude, longitude) => {
    expect(splitCoordinates(text)).toEqual({ latitude, longitude });
  });

  test.each(["1,", "north, west", "51.5N, 0.1W", "1e2, 3", "0x10, 1", ","])(
    "%j is refused, because its parts are no numbers",
    (text) => expect(splitCoordinates(text)).toBeUndefined(),
  );
});

test("a form time is right between 3 seconds and 24 hours after it was given out", () => {
  const given = issueFormTime(1_000_000);
  expect(isFormTimeRight(given, 1_000_000 + 2_999)).toBe(false);
  expect(isFormTimeRight(given, 1_000_000 + 3_000)).toBe(true);
  expect(isFormTimeRight(given, 1_000_000 + 86_400_000)).toBe(true);
  expect(isFormTimeRight(given, 1_000_000 + 86_400_001)).toBe(false);
  expect(isFormTimeRight(given.replace("1000000", "2000000"), 2_010_000)).toBe(
    false,
  );
  expect(isFormTimeRight("", 1)).toBe(false);
});
