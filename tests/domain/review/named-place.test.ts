import { expect, test } from "vitest";
import { findDistantPlace } from "#domain/places/named-place.server.ts";

const LUSS = { latitude: 56.1, longitude: -4.64 };
const LISBON = { latitude: 38.72, longitude: -9.13 };
const SARRIA = { latitude: 42.78, longitude: -7.41 };
const GIANTS_CAUSEWAY = { latitude: 55.24, longitude: -6.51 };
const MAYO = { latitude: 53.88, longitude: -9.55 };
const PORTLAND_MAINE = { latitude: 43.66, longitude: -70.26 };
const ATLANTIC = { latitude: 40, longitude: -40 };

test.each([
  ["A wall in Lisbon", LUSS, "Lisbon", 1950],
  ["Lisbon", LUSS, "Lisbon", 1950],
  ["Graça, Lisbon", LUSS, "Lisbon", 1950],
  ["The beach at Brighton, England", LISBON, "Brighton, England", 1500],
  ["Portland, Oregon", PORTLAND_MAINE, "Portland, Oregon", 4100],
])("%j names a town that is elsewhere", (text, spot, named, km) => {
  const found = findDistantPlace(text, spot);
  expect(found?.named).toBe(named);
  expect(Math.abs(found!.distance_km! - km)).toBeLessThan(150);
});

test.each([
  ["Luss pier, Loch Lomond, Scotland", LISBON, "Scotland"],
  ["Somewhere on the Camino, Spain", LUSS, "Spain"],
  ["In Portugal", LUSS, "Portugal"],
  // Church is a town too, but nobody means it.
  ["Church, England", LUSS, "England"],
])("%j names a country or region that is elsewhere", (text, spot, named) => {
  expect(findDistantPlace(text, spot)).toEqual({ named, distance_km: null });
});

test.each([
  ["Luss pier, Loch Lomond, Scotland", LUSS],
  ["Graça, Lisbon", LISBON],
  ["A wall in Lisbon, Portugal", LISBON],
  ["Somewhere on the Camino, Spain", SARRIA],
  // Near the border of both.
  ["Somewhere on the Camino, Portugal", { latitude: 42.05, longitude: -8.6 }],
  ["Giant’s Causeway, Ireland", GIANTS_CAUSEWAY],
  ["Giant’s Causeway, Northern Ireland", GIANTS_CAUSEWAY],
  // There is another Newport in Ireland, and this one is too small for the list of towns.
  ["Newport, Co. Mayo, Ireland", MAYO],
  ["Portland", PORTLAND_MAINE],
  ["Portland, Maine", PORTLAND_MAINE],
])("%j fits its place on the map", (text, spot) => {
  expect(findDistantPlace(text, spot)).toBeUndefined();
});

test.each([
  ["Moscow, Ayrshire", LUSS],
  ["The Paris café by the pier", LUSS],
  ["London Road", LUSS],
  ["Victoria Park", LUSS],
  ["Lighthouse steps, Anstruther", LISBON],
  ["", LUSS],
  ["…!?", LUSS],
  ["日本", LUSS],
  // Nobody knows whose sea it is.
  ["Portugal", ATLANTIC],
])("%j says nothing", (text, spot) => {
  expect(findDistantPlace(text, spot)).toBeUndefined();
});
