import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Email } from "#core/schemas.ts";
import {
  AlbumName,
  NewAlbum,
  NewOrder,
  PhotoChange,
} from "#domain/albums/schemas.ts";
import { NewUser } from "#domain/artists/schemas.ts";
import {
  Comment,
  FindChange,
  FindDate,
  FindDay,
  ImageDescription,
  Location,
  NewFind,
  PinKeys,
  StatesRequest,
  splitCoordinates,
} from "#domain/finds/schemas.ts";
import { NewRock, RockNumber } from "#domain/rocks/schemas.ts";
import { RockCount } from "#domain/visits/schemas.ts";
import {
  isFormTimeRight,
  issueFormTime,
} from "#domain/site/site-texts.server.ts";

function expectRule(
  schema: v.GenericSchema,
  taken: unknown[],
  refused: unknown[],
) {
  expect(taken.filter((value) => !v.is(schema, value))).toEqual([]);
  expect(refused.filter((value) => v.is(schema, value))).toEqual([]);
}

const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const x = (length: number) => "x".repeat(length);
const sevens = (count: number) => Array(count).fill("7").join();

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
  [
    "an album's name is up to 60 small letters and digits, and none that an address of the site has",
    AlbumName,
    ["sea", "7", "a1".repeat(30)],
    [
      ...["", "Sea", "the sea", "the-sea", "../sea", "١٢", "a".repeat(61)],
      ...[7, undefined, "photos", "reorder", "sync"],
    ],
  ],
  [
    "the places of a hundred pins are asked for at once, at most",
    v.pipe(
      v.unknown(),
      v.transform((pins) => ({ pins })),
      PinKeys,
    ),
    ["7,0-12", sevens(100)],
    [sevens(101), "", "x", "1;2", "0", undefined],
  ],
])("%s", (_, schema, taken, refused) => expectRule(schema, taken, refused));

const NEW_ROCK = { rock_number: "9", artist_keys: "[1]", comment: "" };
const ARTIST = { display_name: "A" };
const ALBUM = { name: "sea" };
const NEW_FIND = { rockNumber: "1", location: "here", comment: "x" };
const UPLOAD = "0".repeat(32);
const BOX = [0.25, 0.25, 0.5, 0.5];
const FIND = { uuid: crypto.randomUUID(), find_key: UPLOAD };

/** A field of what is sent, with the rest of it. */
test.each<
  [string, v.GenericSchema, object, taken: unknown[], refused: unknown[]]
>([
  ["latitude", FindChange, {}, [null, -90, 90], [91, "1"]],
  ["longitude", FindChange, {}, [180], [-180.5]],
  ["rock_number", FindChange, {}, [0, 7, "7"], [100_001, 1.5, -1]],
  ["show", FindChange, {}, [true], ["yes"]],
  ["precision", FindChange, {}, [0, 1000], [500, -1, "1000", null]],
  ["location", FindChange, {}, ["x"], [" "]],
  ["rock_number", NewRock, NEW_ROCK, ["1"], ["0", "100001", "1e3", undefined]],
  ["artist_keys", NewRock, NEW_ROCK, ["[1,2]"], ["[]", "[1", "1"]],
  ["comment", NewRock, NEW_ROCK, [x(5000)], [x(5001)]],
  ["display_name", NewUser, {}, ["x"], [" ", undefined, x(101)]],
  ["relation", NewUser, ARTIST, ["Aunt"], [5]],
  [
    "dob",
    NewUser,
    ARTIST,
    ["", "2016-02-29"],
    ["2015-02-29", "2999-01-01", "05/06/1980"],
  ],
  ["display_name", NewAlbum, ALBUM, ["x"], [x(101), 7]],
  ["desc", NewAlbum, ALBUM, [""], [x(2001)]],
  ["show", NewAlbum, ALBUM, [false], ["yes"]],
  [
    "date",
    PhotoChange,
    {},
    [null, "", "1998-12-31"],
    ["2024-02-30", "yesterday", "0000-01-01", 7],
  ],
  [
    "finds",
    StatesRequest,
    {},
    [Array(50).fill(FIND)],
    [undefined, "x", [{ uuid: FIND.uuid }], Array(51).fill(FIND)],
  ],
  [
    "descriptions",
    NewFind,
    NEW_FIND,
    [undefined, "", "[]", '[null, "  "]', `["${x(300)}"]`],
    [
      ...["a blue stone", '["a blue stone"', '"a blue stone"', "null"],
      ...['{"0":"a blue stone"}', "[1, 2]", '[["a"]]', `["", "${x(301)}"]`],
      '["", "", "", "", "", ""]',
    ],
  ],
  [
    "blurs",
    NewFind,
    NEW_FIND,
    [undefined, "", "[[], [[0, 0, 1, 1]]]"],
    [
      ...["[[", "{}", "[[[0, 0, 0.5]]]", "[[[0.6, 0, 0.5, 0.5]]]"],
      ...["[[[0, 0, 0, 0.5]]]", '[[["0", 0, 0.5, 0.5]]]'],
      JSON.stringify([Array(51).fill(BOX)]),
    ],
  ],
  [
    "uploads",
    NewFind,
    NEW_FIND,
    [undefined, `["${UPLOAD}"]`],
    [
      ...[UPLOAD, `"${UPLOAD}"`, "[]", `["${UPLOAD}", "${UPLOAD}"]`],
      '["../../site.sqlite"]',
      JSON.stringify([1, 2, 3, 4, 5, 6].map((n) => UPLOAD.slice(1) + n)),
    ],
  ],
])("%s that are sent have their rule", (name, schema, rest, taken, refused) => {
  const of = (value: unknown): unknown => ({ ...rest, [name]: value });
  expectRule(schema, taken.map(of), refused.map(of));
});

test("text is kept exactly as typed", () => {
  const typed = { location: " here ", comment: "\n<b>x</b>\t" };
  expect(v.parse(NewFind, { ...NEW_FIND, ...typed })).toMatchObject(typed);
});

test("a picture's description has control characters as spaces", () => {
  const typed = " A\u0000 blue\r\n\tstone\u2028here\u0085 ";
  expect(v.parse(ImageDescription, typed)).toBe("A blue stone here");
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
  const { taken_dt: _time, ...timeless } = right;
  const take = (place: object | string) => {
    const suggestion =
      typeof place === "string" ? place : JSON.stringify(place);
    return v.parse(NewFind, { ...NEW_FIND, suggestion }).suggestion;
  };

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
    expect(take({ ...right, accuracy })).toEqual({ ...right, accuracy: null }),
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

test.each([null, 5, {}, x(9000)])(
  "what a browser gets wrong of itself (%j) is dropped from a visit, never the visit",
  (odd) => {
    const visit = { rock_qr_number: "7", session_id: "a" };
    const wrong = { page_url: odd, user_agent: odd };
    expect(
      v.parse(RockCount, { ...visit, ...wrong, accuracy: odd, timestamp: odd }),
    ).toEqual({ ...visit, page_url: "", user_agent: "" });
  },
);

const NOWHERE = { latitude: null, longitude: null };

/** Numbers as people type them are tried in `properties/coordinates`. */
test.each<[string, ReturnType<typeof splitCoordinates>]>([
  ["+51., .5", { latitude: 51, longitude: 0.5 }],
  ["", NOWHERE],
  ["1 2", NOWHERE],
  ["1, 2, 3", NOWHERE],
  ["1,", undefined],
  ["north, west", undefined],
  ["51.5N, 0.1W", undefined],
  ["1e2, 3", undefined],
  ["0x10, 1", undefined],
  [",", undefined],
])("the coordinates %j are read as %j", (text, spot) => {
  expect(splitCoordinates(text)).toEqual(spot);
});

test.each([
  [2_999, false],
  [3_000, true],
  [86_400_000, true],
  [86_400_001, false],
])(
  "a form time is right between 3 seconds and 24 hours after it was given out: after %i ms %s",
  (after, isRight) => {
    const given = issueFormTime(1_000_000);
    expect(isFormTimeRight(given, 1_000_000 + after)).toBe(isRight);
    const forged = given.replace("1000000", "2000000");
    expect(isFormTimeRight(forged, 2_000_000 + after)).toBe(false);
    expect(isFormTimeRight("", after)).toBe(false);
  },
);

test("a list names its first bad element alone, and nothing but its length if it is too long", () => {
  const complaints = (count: number) =>
    v
      .safeParse(NewOrder, { order: Array(count).fill({}) })
      .issues!.map(({ message }) => message);
  expect(complaints(10_000)).toEqual(["Keys and orders are whole numbers."]);
  expect(complaints(10_001)).toEqual(["An order can have 10000 keys at most."]);
});
