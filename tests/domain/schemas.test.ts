import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Email } from "#core/schemas.ts";
import { AlbumName, NewAlbum, PhotoChange } from "#domain/albums/schemas.ts";
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

const takes = (schema: v.GenericSchema, values: unknown[]) =>
  values.filter((value) => !v.is(schema, value));
const refuses = (schema: v.GenericSchema, values: unknown[]) =>
  values.filter((value) => v.is(schema, value));

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
  expect(takes(schema, taken)).toEqual([]);
  expect(refuses(schema, refused)).toEqual([]);
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

describe("lists about a find's pictures", () => {
  const upload = "0".repeat(32);
  const box = [0.25, 0.25, 0.5, 0.5];
  test.each<[string, (string | undefined)[], string[]]>([
    [
      "descriptions",
      [undefined, "", "[]", '[null, "  "]', `["${"x".repeat(300)}"]`],
      [
        "a blue stone",
        '["a blue stone"',
        '"a blue stone"',
        '{"0":"a blue stone"}',
        "null",
        "[1, 2]",
        '[["a"]]',
        `["", "${"x".repeat(301)}"]`,
        '["", "", "", "", "", ""]',
      ],
    ],
    [
      "blurs",
      [undefined, "", "[[], [[0, 0, 1, 1]]]"],
      [
        "[[",
        "{}",
        "[[[0, 0, 0.5]]]",
        "[[[0.6, 0, 0.5, 0.5]]]",
        "[[[0, 0, 0, 0.5]]]",
        '[[["0", 0, 0.5, 0.5]]]',
        JSON.stringify([Array(51).fill(box)]),
      ],
    ],
    [
      "uploads",
      [undefined, `["${upload}"]`],
      [
        upload,
        `"${upload}"`,
        "[]",
        `["${upload}", "${upload}"]`,
        '["../../site.sqlite"]',
        JSON.stringify([1, 2, 3, 4, 5, 6].map((n) => upload.slice(1) + n)),
      ],
    ],
  ])("%s", (name, right, wrong) => {
    const find = { rockNumber: "1", location: "here", comment: "x" };
    const of = (value?: string) => ({ ...find, [name]: value });
    expect(takes(NewFind, right.map(of))).toEqual([]);
    expect(refuses(NewFind, wrong.map(of))).toEqual([]);
  });

  test("have control characters as spaces", () =>
    expect(
      v.parse(ImageDescription, " A\u0000 blue\r\n\tstone\u2028here\u0085 "),
    ).toBe("A blue stone here"));
});

test("what the admin saves has the values that are written down", () => {
  const rock = { rock_number: "9", artist_keys: "[1]", comment: "" };
  const of =
    (thing: object, name: string) =>
    (value: unknown): unknown => ({ ...thing, [name]: value });
  const tables: [v.GenericSchema, object, string, unknown[], unknown[]][] = [
    [FindChange, {}, "latitude", [null, -90, 90], [91, "1"]],
    [FindChange, {}, "longitude", [180], [-180.5]],
    [FindChange, {}, "rock_number", [0, 7, "7"], [100_001, 1.5, -1]],
    [FindChange, {}, "show", [true], ["yes"]],
    [FindChange, {}, "precision", [0, 1000], [500, -1, "1000", null]],
    [FindChange, {}, "location", ["x"], [" "]],
    [NewRock, rock, "rock_number", ["1"], ["0", "100001", "1e3", undefined]],
    [NewRock, rock, "artist_keys", ["[1,2]"], ["[]", "[1", "1"]],
    [NewRock, rock, "comment", ["x".repeat(5000)], ["x".repeat(5001)]],
    [NewUser, {}, "display_name", ["x"], [" ", undefined, "x".repeat(101)]],
    [NewUser, { display_name: "A" }, "relation", ["Aunt"], [5]],
    [
      NewUser,
      { display_name: "A" },
      "dob",
      ["", "2016-02-29"],
      ["2015-02-29", "2999-01-01", "05/06/1980"],
    ],
    [NewAlbum, { name: "sea" }, "display_name", ["x"], ["x".repeat(101), 7]],
    [NewAlbum, { name: "sea" }, "desc", [""], ["x".repeat(2001)]],
    [NewAlbum, { name: "sea" }, "show", [false], ["yes"]],
    [
      PhotoChange,
      {},
      "date",
      [null, "", "1998-12-31"],
      ["2024-02-30", "yesterday", "0000-01-01", 7],
    ],
  ];
  for (const [schema, thing, name, right, wrong] of tables) {
    expect(takes(schema, right.map(of(thing, name)))).toEqual([]);
    expect(refuses(schema, wrong.map(of(thing, name)))).toEqual([]);
  }
});

test("an album's name is up to 60 small letters and digits, and none that an address of the site has", () => {
  expect(takes(AlbumName, ["sea", "7", "a1".repeat(30)])).toEqual([]);
  expect(
    refuses(AlbumName, [
      ...["", "Sea", "the sea", "the-sea", "../sea", "١٢", "a".repeat(61)],
      ...[7, undefined, "photos", "reorder", "sync"],
    ]),
  ).toEqual([]);
});

test("the places of a hundred pins are asked for at once, at most", () => {
  const of = (pins: unknown) => ({ pins });
  const many = (count: number) => Array(count).fill("7").join();
  expect(takes(PinKeys, ["7,0-12", many(100)].map(of))).toEqual([]);
  expect(
    refuses(PinKeys, [many(101), "", "x", "1;2", "0", undefined].map(of)),
  ).toEqual([]);
});

test("the states of fifty finds are asked for at once, at most", () => {
  const find = { uuid: crypto.randomUUID(), find_key: "0".repeat(32) };
  const of = (finds: unknown) => ({ finds });
  expect(takes(StatesRequest, [of(Array(50).fill(find))])).toEqual([]);
  const { uuid } = find;
  expect(
    refuses(
      StatesRequest,
      [undefined, "x", [{ uuid }], Array(51).fill(find)].map(of),
    ),
  ).toEqual([]);
});
