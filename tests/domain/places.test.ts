import { describe, expect, test } from "vitest";
import { findCountry, findPlaces } from "#domain/places.server.ts";

const best = (text: string) => {
  const [place] = findPlaces(text, 1);
  return place && [place.name, place.region, place.country];
};

describe("the gazetteer", () => {
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
    ["Winnip", ["Winnipeg", "Manitoba", "Canada"]],
  ])("reads %j as the town that is meant", (text, place) => {
    expect(best(text)).toEqual(place);
  });

  test("gives where a town lies and how many live there, and no more than asked for", () => {
    const places = findPlaces("Springfield", 3);
    expect(places).toHaveLength(3);
    const [sydney] = findPlaces("Sydney, Australia", 1);
    expect(sydney).toMatchObject({
      name: "Sydney",
      region: "New South Wales",
      country: "Australia",
    });
    expect(sydney?.latitude).toBeCloseTo(-33.87, 1);
    expect(sydney?.longitude).toBeCloseTo(151.21, 1);
    expect(sydney?.population).toBeGreaterThan(4_000_000);
  });

  test.each(["", "   ", "…!?", '"', "' OR 1=1 --", "NEAR(", "日本", "* AND -"])(
    "takes %j for words alone, and finds nothing odd",
    (text) => {
      expect(Array.isArray(findPlaces(text, 5))).toBe(true);
    },
  );

  test("reads a text of any length", () => {
    expect(
      findPlaces("a walk in the woods ".repeat(300), 5).length,
    ).toBeLessThan(6);
  });

  test.each([
    [{ latitude: 56.3, longitude: -2.8 }, "United Kingdom"],
    [{ latitude: -17.8, longitude: 179.9 }, "Fiji"],
    [{ latitude: 39, longitude: -120.1 }, "United States"],
    [{ latitude: 0, longitude: 0 }, undefined],
    [{ latitude: -89.9, longitude: -180 }, undefined],
  ])("names the country of %j", (spot, country) => {
    expect(findCountry(spot)).toBe(country);
  });
});
