import { expect, test } from "vitest";
import fc, { forAll } from "#tests/setup/seeded.ts";
import { distanceKm, drawLeg } from "#core/great-circle.ts";
import { drawWay, fitMap, shapeOf } from "#core/map/journey-map.ts";
import { degrees, spots } from "./values.ts";

/** Where people go. Web Mercator ends at 85°. */
const settled = fc.record({ latitude: degrees(80), longitude: degrees(180) });
const stops = fc.array(settled, { minLength: 1, maxLength: 6 });

/** From pole to pole, kilometres. */
const HALF = Math.PI * 6371.009;
const CLOSE = 0.001;

test("the way there is as long as the way back, and never longer than half round the world or than a detour", () =>
  forAll([spots, spots, spots], (a, b, c) => {
    const km = distanceKm(a, b);
    const detour = distanceKm(a, c) + distanceKm(c, b);
    expect(distanceKm(b, a)).toBe(km);
    expect(km).toBeGreaterThanOrEqual(0);
    expect(km).toBeLessThanOrEqual(Math.min(HALF, detour) + CLOSE);
    expect(distanceKm(a, a)).toBe(0);
  }));

test("the way by a place and on to the opposite end of the Earth is half round the world", () =>
  forAll([spots, spots], (a, b) => {
    const longitude = a.longitude + (a.longitude > 0 ? -180 : 180);
    const far = { latitude: -a.latitude, longitude };
    expect(distanceKm(a, far)).toBeCloseTo(HALF, 2);
    // Near an end, the haversine is exact to some metres only.
    expect(distanceKm(a, b) + distanceKm(b, far)).toBeCloseTo(HALF, 1);
  }));

const poles = fc.constantFrom(-90, 90);

test("at a pole the longitude says nothing, and both edges of the map are one line", () =>
  forAll([spots, spots, spots, poles], (to, one, other, pole) => {
    const kmFrom = (latitude: number, longitude: number) =>
      distanceKm({ latitude, longitude }, to);
    const atPole = kmFrom(pole, other.longitude);
    expect(kmFrom(pole, one.longitude)).toBeCloseTo(atPole, 2);
    const atEdge = kmFrom(one.latitude, -180);
    expect(kmFrom(one.latitude, 180)).toBeCloseTo(atEdge, 2);
  }));

test("a leg goes from place to place over the Earth, without a jump across the map, and is no detour", () =>
  forAll([spots, spots], (from, to) => {
    const lines = drawLeg(from, to);
    expect(lines[0]![0]).toEqual([from.latitude, from.longitude]);
    expect(lines.at(-1)!.at(-1)).toEqual([to.latitude, to.longitude]);
    let km = 0;
    for (const line of lines)
      for (const [index, [latitude, longitude]] of line.entries()) {
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        const [north, east] = line[index - 1] ?? [latitude, longitude];
        expect(Math.abs(longitude - east)).toBeLessThanOrEqual(180);
        const before = { latitude: north, longitude: east };
        km += distanceKm(before, { latitude, longitude });
      }
    const direct = distanceKm(from, to);
    // Points are up to 200 km apart. A line that crosses the map's edge near a pole goes a little round it.
    if (direct < HALF - 1) expect(km).toBeLessThan(direct * 1.01 + 250);
  }));

test.each([
  [-17, 178, -16, -179],
  [-16, -179, -17, 178],
  [35.7, 139.7, 37.8, -122.4],
])(
  "a leg over the date line ends at one edge and begins at the other",
  (latitude, longitude, ...[north, east]) => {
    const from = { latitude, longitude };
    const lines = drawLeg(from, { latitude: north, longitude: east });
    expect(lines).toHaveLength(2);
    const [out, back] = [lines[0]!.at(-1)!, lines[1]![0]!];
    expect(Math.abs(out[1])).toBe(180);
    expect(back).toEqual([out[0], -out[1]]);
  },
);

test("a short leg is one straight line", () => {
  const from = { latitude: 50, longitude: 10 };
  const to = { latitude: 50.1, longitude: 10.1 };
  expect(drawLeg(from, to)).toEqual([[from, to].map(Object.values)]);
});

test("a map shows every stop inside its frame, and a way that never jumps", () =>
  forAll([stops], (stops) => {
    const frame = { x: 0, y: 0, width: 960, height: 540 };
    const shape = shapeOf(stops, true);
    const { inFrame } = fitMap(shape, frame);
    for (const position of shape.coordinates) {
      const [x, y] = inFrame(position)!;
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(frame.width);
      expect(y).toBeLessThanOrEqual(frame.height);
    }
    const [, ...lines] = drawWay(shape, inFrame).split("M");
    for (const line of lines) {
      const across = line.split("L").map((point) => parseFloat(point));
      for (const [index, x] of across.slice(1).entries())
        expect(Math.abs(x - across[index]!)).toBeLessThan(frame.width / 2);
    }
  }));
