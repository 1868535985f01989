import { expect, test } from "vitest";
import {
  findCountry,
  findPlaces,
  findTownNear,
} from "#domain/places/places.server.ts";

const best = (text: string) => {
  const [place] = findPlaces(text, 1);
  return place && [place.name, place.region, place.country];
};

test.each([
  ["Paris", ["Paris", undefined, "France"]],
  ["paris, texas", ["Paris", "Texas", "United States"]],
  ["Lake Tahoe, CA", ["South Lake Tahoe", "California", "United States"]],
  ["New York", ["New York City", "New York", "United States"]],
  [
    "the beach near Brighton, England",
    ["Brighton", "England", "United Kingdom"],
  ],
  ["St. Andrews, Scotland", ["Saint Andrews", "Scotland", "United Kingdom"]],
  ["alesund", ["Ålesund", undefined, "Norway"]],
  ["ZÜRICH", ["Zürich", undefined, "Switzerland"]],
  // Not the Glendalough of Western Australia.
  ["Glendalough, County Wicklow", ["Wicklow", undefined, "Ireland"]],
  ["Winnip", ["Winnipeg", "Manitoba", "Canada"]],
  ["Neustadt, Deutschland", ["Neustadt", "Rhineland-Palatinate", "Germany"]],
  ["Córdoba, Espagne", ["Córdoba", undefined, "Spain"]],
  ["日本・Kurobe", ["Kurobe-shi", undefined, "Japan"]],
  ["Perth، المملكة المتحدة", ["Perth", "Scotland", "United Kingdom"]],
])("the gazetteer reads %j as the town that is meant", (text, place) => {
  expect(best(text)).toEqual(place);
});

test.each(["Luss, Loch Lomond", "Luss, Loch Lomond, Scotland"])(
  "the gazetteer has no town for %j rather than a wrong one",
  (text) => {
    expect(findPlaces(text, 5)).toEqual([]);
  },
);

test("the gazetteer leaves out towns of another region or country than the text names", () => {
  const found = findPlaces("Springfield, Illinois", 8);
  expect(new Set(found.map(({ region }) => region))).toEqual(
    new Set(["Illinois"]),
  );
});

test("the gazetteer puts towns near a rock's last find first, and says why", () => {
  const near = (text: string, latitude: number, longitude: number) =>
    findPlaces(text, 8, { last: { latitude, longitude } });
  const inMaine = near("A wall in Lisbon", 43.66, -70.26);
  expect(inMaine[0]).toMatchObject({
    name: "Lisbon",
    region: "Maine",
    reason: expect.stringMatching(/^\d+ km from the last find$/),
  });
  const portugal = inMaine.find(({ country }) => country === "Portugal");
  expect(portugal?.reason).toBeUndefined();
  expect(near("Lisbon", 41.15, -8.61)[0]).toMatchObject({
    country: "Portugal",
    reason: "274 km from the last find",
  });
  expect(near("Perth", -33.87, 151.21)[0]).toMatchObject({
    country: "Australia",
    reason: "same country as the last find",
  });
});

test("the gazetteer takes a landscape's name for a town only in a search for one", () => {
  const first = (history?: object) => findPlaces("Loch Lomond", 1, history)[0];
  expect(first()).toMatchObject({ region: "Virginia" });
  expect(first({})).toBeUndefined();
  expect(first({ last: { latitude: 38.9, longitude: -77 } })).toMatchObject({
    region: "Virginia",
  });
});

test("the gazetteer gives a town's place and population, and not more towns than asked for", () => {
  expect(findPlaces("Springfield", 3)).toHaveLength(3);
  const [sydney] = findPlaces("Sydney, Australia", 1);
  expect(sydney).toMatchObject({
    name: "Sydney",
    region: "New South Wales",
    latitude: expect.closeTo(-33.87, 1),
    longitude: expect.closeTo(151.21, 1),
  });
  expect(sydney?.population).toBeGreaterThan(4_000_000);
});

test.each([
  ..."|   |…!?|\"|' OR 1=1 --|NEAR(|日本|* AND -".split("|"),
  "a walk in the woods ".repeat(300),
])("the gazetteer takes %j for words alone, and finds nothing odd", (text) => {
  expect(findPlaces(text, 5).length).toBeLessThan(6);
});

test.each([
  [{ latitude: 56.3, longitude: -2.8 }, "United Kingdom"],
  [{ latitude: -17.8, longitude: 179.9 }, "Fiji"],
  [{ latitude: 39, longitude: -120.1 }, "United States"],
  [{ latitude: 0, longitude: 0 }, undefined],
  [{ latitude: -89.9, longitude: -180 }, undefined],
])("the gazetteer names the country of %j", (spot, country) => {
  expect(findCountry(spot)).toBe(country);
});

test.each([
  ["by the sea", { latitude: 56.22, longitude: -2.7 }, "Anstruther"],
  ["beside a city", { latitude: 51.46, longitude: -0.3 }, "Richmond"],
  ["far from any town", { latitude: 23.5, longitude: 11 }, undefined],
])("the gazetteer names the town near a place %s", (_where, spot, name) => {
  expect(findTownNear(spot)?.name).toBe(name);
});
