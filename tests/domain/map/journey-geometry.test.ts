import { expect, test } from "vitest";
import { distanceKm, drawLeg } from "#core/great-circle.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

test.each([
  ["London to New York", at(51.5074, -0.1278), at(40.7128, -74.006), 5570],
  ["Sydney to Santiago", at(-33.87, 151.21), at(-33.45, -70.67), 11_340],
  ["a quarter of the equator", at(0, 0), at(0, 90), 10_007.5],
  ["over the date line", at(0, 179.5), at(0, -179.5), 111.2],
])("%s is measured along the great circle", (_, from, to, km) => {
  expect(distanceKm(from, to)).toBeGreaterThan(km * 0.998 - 0.001);
  expect(distanceKm(from, to)).toBeLessThan(km * 1.002 + 0.001);
});

test("a short leg is one straight line", () => {
  expect(drawLeg(at(50, 10), at(50.1, 10.1))).toEqual([
    [
      [50, 10],
      [50.1, 10.1],
    ],
  ]);
});

test("a long leg bends towards the pole", () => {
  const [line = []] = drawLeg(at(50, -100), at(50, 20));
  expect(Math.max(...line.map(([latitude]) => latitude))).toBeGreaterThan(65);
});

test.each([
  [at(-17, 178), at(-16, -179)],
  [at(-16, -179), at(-17, 178)],
  [at(35.7, 139.7), at(37.8, -122.4)],
])(
  "a leg over the date line ends at one edge and begins at the other",
  (from, to) => {
    const lines = drawLeg(from, to);
    expect(lines).toHaveLength(2);
    const [out, back] = [lines[0]!.at(-1)!, lines[1]![0]!];
    expect(Math.abs(out[1])).toBe(180);
    expect(back).toEqual([out[0], -out[1]]);
  },
);
