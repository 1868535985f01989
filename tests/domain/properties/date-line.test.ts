import { expect, test } from "vitest";
import { drawLeg } from "#core/great-circle.ts";
import { aroundJourney } from "#core/map/date-line.ts";
import { drawWay, fitMap, shapeOf } from "#core/map/journey-map.ts";
import fc, { forAll } from "#tests/setup/seeded.ts";
import { degrees } from "./values.ts";

const settled = fc.record({ latitude: degrees(80), longitude: degrees(180) });
const journeys = fc.array(settled, { minLength: 1, maxLength: 8 });

const SUVA = { latitude: -18.14, longitude: 178.44 };
const APIA = { latitude: -13.83, longitude: -171.77 };
const HONOLULU = { latitude: 21.31, longitude: -157.86 };

type Spots = (typeof SUVA)[];

const draw = (stops: Spots) =>
  aroundJourney({
    stops,
    legs: stops.slice(1).map((to, index) => drawLeg(stops[index]!, to)),
  });

/** How many degrees a longitude is from another, whatever whole turns lie between. */
const apart = (one: number, other: number) => {
  const turn = Math.abs(one - other) % 360;
  return Math.min(turn, 360 - turn);
};

test("a journey is drawn on one world around it, each leg from stop to stop and never across the map", () =>
  forAll([journeys], (stops) => {
    const drawn = draw(stops);
    const longitudes = drawn.stops.map(({ longitude }) => longitude);
    const points = drawn.legs.flat(2).map(([, longitude]) => longitude);
    for (const longitude of [...longitudes, ...points])
      expect(Math.abs(longitude - drawn.middle)).toBeLessThanOrEqual(180.0001);
    for (const [index, longitude] of longitudes.entries())
      expect(apart(longitude, stops[index]!.longitude)).toBeLessThan(1e-6);
    for (const [index, lines] of drawn.legs.entries()) {
      expect(apart(lines[0]![0]![1], longitudes[index]!)).toBeLessThan(1e-6);
      const end = lines.at(-1)!.at(-1)!;
      expect(apart(end[1], longitudes[index + 1]!)).toBeLessThan(1e-6);
      for (const line of lines)
        for (const [nth, [, longitude]] of line.slice(1).entries())
          expect(Math.abs(longitude - line[nth]![1])).toBeLessThanOrEqual(180);
    }
  }));

test("a journey that leaves half the world free has all its legs in one piece, each joined to its stops", () =>
  forAll([journeys, degrees(180)], (stops, middle) => {
    const near = stops.map(({ latitude, longitude }) => {
      const east = middle + longitude / 2.1;
      return {
        latitude: latitude / 2,
        longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east,
      };
    });
    const drawn = draw(near);
    for (const [index, lines] of drawn.legs.entries()) {
      expect(lines).toHaveLength(1);
      expect(lines[0]![0]![1]).toBeCloseTo(drawn.stops[index]!.longitude, 6);
      const end = lines[0]!.at(-1)!;
      expect(end[1]).toBeCloseTo(drawn.stops[index + 1]!.longitude, 6);
    }
  }));

test("Suva, Apia and Honolulu lie beside each other, on the page's map and on a drawn one", () => {
  const stops = [SUVA, APIA, HONOLULU];
  const drawn = draw(stops);
  expect(drawn.stops.map(({ longitude }) => Math.round(longitude))).toEqual(
    drawn.middle > 0 ? [178, 188, 202] : [-182, -172, -158],
  );
  expect(drawn.legs.map((lines) => lines.length)).toEqual([1, 1]);

  const frame = { x: 0, y: 0, width: 700, height: 500 };
  const shape = shapeOf(stops, true);
  const { inFrame, view } = fitMap(shape, frame);
  expect(view.width).toBeLessThan(90);
  const [west, middle, east] = shape.coordinates.map(
    (position) => inFrame(position)![0],
  );
  expect(west).toBeLessThan(middle!);
  expect(middle).toBeLessThan(east!);
  expect(drawWay(shape, inFrame).match(/M/g)).toHaveLength(1);
});

test("a journey that stays on one side of the date line is drawn as it is", () => {
  const stops = [SUVA, { latitude: 35.7, longitude: 139.7 }];
  expect(draw(stops)).toMatchObject({ middle: 0, stops });
});

test("a journey round the world is cut once, where no stop is near", () => {
  const stops = [
    { latitude: 35.7, longitude: 139.7 },
    { latitude: 37.8, longitude: -122.4 },
    { latitude: 51.5, longitude: -0.1 },
    { latitude: 35.7, longitude: 139.7 },
  ];
  const drawn = draw(stops);
  const lines = drawn.legs.map((leg) => leg.length);
  expect(lines.reduce((sum, pieces) => sum + pieces - 1, 0)).toBe(1);
  for (const { longitude } of drawn.stops)
    expect(Math.abs(longitude - drawn.middle)).toBeLessThan(130);
});
