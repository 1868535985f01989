import { expect, test } from "vitest";
import { positionOf } from "#core/great-circle.ts";
import { fitMap, shapeOf } from "#core/map/journey-map.ts";
import { drawLand } from "#core/map/land.ts";

const FRAME = { x: 0, y: 0, width: 700, height: 500 };
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

/** Whether a place is inside an odd number of outlines, as `evenodd` fills them. */
function isOnLand(land: string, [x, y]: [number, number]) {
  const outlines = land
    .split("M")
    .slice(1)
    .map((outline) =>
      outline
        .replace("Z", "")
        .split("L")
        .map((point) => point.split(",").map(Number)),
    );
  let crossed = 0;
  for (const outline of outlines)
    for (const [index, [x2 = 0, y2 = 0]] of outline.entries()) {
      const [x1 = 0, y1 = 0] = outline.at(index - 1)!;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1))
        crossed++;
    }
  return crossed % 2 === 1;
}

test.each([
  ["Europe", [at(60, 0), at(40, 20)], [at(48, 11), at(47, 2)], [at(56, 3)]],
  [
    "the Bering Strait",
    [at(67, 170), at(65, -165)],
    [at(66, 175), at(66.5, -175), at(65.4, -165.8)],
    [at(66, -169)],
  ],
  [
    "southern Africa",
    [at(-20, 20), at(-34, 30)],
    [at(-29.5, 28.2), at(-28, 24)],
    [at(-33, 33)],
  ],
  [
    "Antarctica",
    [at(-75, 160), at(-70, 40)],
    [at(-81, 100), at(-75, 60)],
    [at(-60, 100)],
  ],
  [
    "a journey around the world",
    [at(48, 16), at(-34, 151), at(41, -74), at(48, 10)],
    [at(46, 8), at(-25, 135), at(40, -100)],
    [at(0, -140), at(30, -40)],
  ],
])("the land of %s is drawn where it lies", (_, journey, land, sea) => {
  const { view, inFrame } = fitMap(shapeOf(journey, true), FRAME);
  const drawn = drawLand(view, FRAME);
  const isLand = (place: ReturnType<typeof at>) =>
    isOnLand(drawn, inFrame(positionOf(place))!);
  expect(land.map(isLand)).toEqual(land.map(() => true));
  expect(sea.map(isLand)).toEqual(sea.map(() => false));
});
