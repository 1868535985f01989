import { expect, test } from "vitest";
import { findImpossibleJump } from "#domain/review/warnings.server.ts";

const places = {
  Edinburgh: { latitude: 55.95, longitude: -3.19 },
  Sydney: { latitude: -33.87, longitude: 151.21 },
  "New York": { latitude: 40.71, longitude: -74.01 },
  London: { latitude: 51.51, longitude: -0.13 },
  "Los Angeles": { latitude: 34.05, longitude: -118.24 },

  Auckland: { latitude: -36.85, longitude: 174.76 },
  Honolulu: { latitude: 21.31, longitude: -157.86 },
  Fiji: { latitude: -18.14, longitude: 178.44 },
  Tonga: { latitude: -21.14, longitude: -175.2 },
  Longyearbyen: { latitude: 78.22, longitude: 15.65 },
};
type Name = keyof typeof places;
const jump = (from: Name, day: string, to: Name, later: string) =>
  findImpossibleJump(
    { ...places[from], date: day },
    { ...places[to], date: later },
  );

test.each<[Name, string, Name, string]>([
  // A day's flight to the east makes a day short.
  ["Edinburgh", "2026-05-17", "Sydney", "2026-05-17"],
  ["London", "2026-05-17", "Sydney", "2026-05-17"],
  ["Los Angeles", "2026-05-17", "Auckland", "2026-05-17"],
])("%s %s to %s %s is farther than a day can be", (...way) => {
  const found = jump(...way)!;
  expect(found.distance_km).toBeGreaterThan(9_000);
  expect(found.hours).toBeGreaterThanOrEqual(0);
  expect(found.hours).toBeLessThan(24);
});

test.each<[Name, string, Name, string]>([
  ["Edinburgh", "2026-05-17", "Edinburgh", "2026-05-17"],
  ["Edinburgh", "2026-05-17", "London", "2026-05-17"],
  ["London", "2026-05-17", "New York", "2026-05-17"],
  ["New York", "2026-05-17", "London", "2026-05-17"],
  ["Edinburgh", "2026-05-17", "Sydney", "2026-05-18"],
  ["Edinburgh", "2026-05-17", "Sydney", "2027-05-17"],
  ["Edinburgh", "2026-05-17", "Los Angeles", "2026-05-17"],
  // Over the date line one arrives before one took off.
  ["Auckland", "2026-05-17", "Los Angeles", "2026-05-17"],
  ["Auckland", "2026-05-18", "Honolulu", "2026-05-17"],
  ["Fiji", "2026-05-17", "Tonga", "2026-05-17"],
  ["Tonga", "2026-05-17", "Fiji", "2026-05-17"],
  ["Longyearbyen", "2026-05-17", "London", "2026-05-17"],
])("%s %s to %s %s can be", (...way) => {
  expect(jump(...way)).toBeUndefined();
});
