import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
import { distanceKm, drawLeg } from "#core/great-circle.ts";
import type { Spot } from "#core/precision.ts";
import { drawWay, fitMap, shapeOf } from "#core/map/fit-map.ts";

const degrees = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.constantFrom(-limit, 0, limit),
  );
const spots: fc.Arbitrary<Spot> = fc.record({
  latitude: degrees(90),
  longitude: degrees(180),
});

/** Where people go. Web Mercator ends at 85°. */
const settled: fc.Arbitrary<Spot> = fc.record({
  latitude: degrees(80),
  longitude: degrees(180),
});

/** From pole to pole, kilometres. */
const HALF = Math.PI * 6371.009;
/** A metre. */
const CLOSE = 0.001;

const antipode = ({ latitude, longitude }: Spot): Spot => ({
  latitude: -latitude,
  longitude: longitude > 0 ? longitude - 180 : longitude + 180,
});

test("the way there is as long as the way back, never longer than half round the world, and never longer than a detour", () => {
  fc.assert(
    fc.property(spots, spots, spots, (a, b, c) => {
      const km = distanceKm(a, b);
      expect(distanceKm(b, a)).toBe(km);
      expect(km).toBeGreaterThanOrEqual(0);
      expect(km).toBeLessThanOrEqual(HALF + CLOSE);
      expect(distanceKm(a, a)).toBe(0);
      expect(km).toBeLessThanOrEqual(
        distanceKm(a, c) + distanceKm(c, b) + CLOSE,
      );
    }),
  );
});

test("the way by a place and on to the opposite end of the Earth is half round the world", () => {
  fc.assert(
    fc.property(spots, spots, (a, b) => {
      const far = antipode(a);
      expect(distanceKm(a, far)).toBeCloseTo(HALF, 2);
      // Near an end, the haversine is exact to some metres only.
      expect(distanceKm(a, b) + distanceKm(b, far)).toBeCloseTo(HALF, 1);
    }),
  );
});

test("at a pole the longitude says nothing, and both edges of the map are one line", () => {
  fc.assert(
    fc.property(
      spots,
      degrees(180),
      degrees(180),
      fc.constantFrom(-90, 90),
      degrees(90),
      (to, one, other, pole, latitude) => {
        const from = (longitude: number) =>
          distanceKm({ latitude: pole, longitude }, to);
        expect(from(one)).toBeCloseTo(from(other), 2);
        const edge = (longitude: number) =>
          distanceKm({ latitude, longitude }, to);
        expect(edge(180)).toBeCloseTo(edge(-180), 2);
      },
    ),
  );
});

test("a leg goes from place to place over the Earth, without a jump across the map, and is no detour", () => {
  fc.assert(
    fc.property(spots, spots, (from, to) => {
      const lines = drawLeg(from, to);
      expect(lines[0]![0]).toEqual([from.latitude, from.longitude]);
      expect(lines.at(-1)!.at(-1)).toEqual([to.latitude, to.longitude]);
      let km = 0;
      for (const line of lines)
        for (const [index, [latitude, longitude]] of line.entries()) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
          const before = line[index - 1];
          if (!before) continue;
          expect(Math.abs(longitude - before[1])).toBeLessThanOrEqual(180);
          km += distanceKm(
            { latitude: before[0], longitude: before[1] },
            { latitude, longitude },
          );
        }
      // Points are up to 200 km apart. A line that crosses the map's edge near a pole goes a little round it.
      const isOpposite = distanceKm(from, to) > HALF - 1;
      if (!isOpposite)
        expect(km).toBeLessThan(distanceKm(from, to) * 1.01 + 250);
    }),
  );
});

test("a map shows every stop inside its frame, and a way that never jumps", () => {
  const frame = { x: 0, y: 0, width: 960, height: 540 };
  fc.assert(
    fc.property(fc.array(settled, { minLength: 1, maxLength: 6 }), (stops) => {
      const shape = shapeOf(stops, true);
      const { inFrame } = fitMap(shape, frame);
      const way = drawWay(shape, inFrame);
      for (const position of shape.coordinates) {
        const [x, y] = inFrame(position)!;
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(frame.width);
        expect(y).toBeLessThanOrEqual(frame.height);
      }
      for (const line of way.split("M").slice(1)) {
        const points = line
          .split("L")
          .map((point) => point.split(",").map(Number));
        for (const [index, [x]] of points.slice(1).entries())
          expect(Math.abs(x! - points[index]![0]!)).toBeLessThan(
            frame.width / 2,
          );
      }
    }),
  );
});
