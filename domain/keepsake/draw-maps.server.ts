import { geoMercator, geoPath } from "d3-geo";
import {
  drawWay,
  fitMap,
  shapeOf,
  type View,
} from "#domain/core/map/fit-map.ts";
import { positionOf } from "#domain/core/great-circle.ts";
import { readLand } from "#domain/core/map/land.ts";
import { pinKey, type MapPin as Pin } from "#domain/finds/packed-pins.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { paths } from "./paths.ts";
import type { JourneyDrawing, MapPin, MapView } from "./pages.ts";

/** The maps of a keepsake. They share one picture of the world's countries, and draw ways and pins over it. */

/** Steps per degree of the land's outlines: two kilometres, as fine as the atlas for maps of 1 to 50,000,000. */
const STEPS = 50;
/** Pixels, as wide as a page shows it. */
const FRAME = { x: 0, y: 0, width: 960, height: 540 };
/** With more pins, those near each other become one, because nobody could tell them apart. */
const PINS_MAX = 3000;

/** The countries as a picture of 360 by 360 degrees, light or dark as the page is. */
export function drawLand() {
  const world = 360 * STEPS;
  const projection = geoMercator()
    .scale(world / (2 * Math.PI))
    .translate([world / 2, world / 2])
    .precision(0);
  const draw = geoPath(projection).digits(0);
  const { land, borders } = readLand();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="360" viewBox="0 0 ${world} ${world}"><style>
.land{fill:#f1ede2}.borders{fill:none;stroke:#cdd6d0;stroke-width:1.5;stroke-linejoin:round}
@media (prefers-color-scheme:dark){.land{fill:#243133}.borders{stroke:#3b4a4a}}
</style><path class="land" d="${draw(land)}"/><path class="borders" d="${draw(borders)}"/></svg>\n`;
}

/** Null for a rock that was never on the map. */
export function drawJourney({
  rock_number,
  stops,
}: JourneyRoute): JourneyDrawing | null {
  if (stops.length === 0) return null;
  // Finds without a number may be of different rocks, so no way leads from one to the next.
  const shape = shapeOf(stops, rock_number !== 0);
  const { view, inDegrees } = fitMap(shape, FRAME);
  return {
    view: rounded(view),
    way: drawWay(shape, inDegrees, 4),
    stops: stops.map((stop) => {
      const [x, y] = inDegrees(positionOf(stop))!;
      return {
        x: round(x),
        y: round(y),
        number: stop.number,
        label: stop.location,
        isInexact: stop.precision !== undefined,
      };
    }),
  };
}

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

const rounded = ({ x, y, width, height }: View): MapView => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

/** @param nameOf says in words where a pin is */
export function drawPins(
  pins: Pin[],
  nameOf: (pins: Pin[]) => Map<string, string>,
): { view: MapView; pins: MapPin[] } {
  const { view, inDegrees } = fitMap(shapeOf(pins, false), FRAME);
  const placed = pins.map((pin) => ({
    pin,
    place: inDegrees(positionOf(pin))!,
    rocks: 1,
  }));
  const shown = thin(placed, view);
  const names = nameOf(shown.map(({ pin }) => pin));
  return {
    view: rounded(view),
    pins: shown.map(({ pin, place: [x, y], rocks }) => {
      const { rock_number } = pin;
      return {
        x: round(x),
        y: round(y),
        path: paths.rock(rock_number),
        rock_number,
        place: names.get(pinKey(pin)) ?? "",
        rocks,
      };
    }),
  };
}

/** One pin for all that are in one cell of a grid, which is as fine as the number of pins allows. */
function thin<
  P extends { pin: Pin; place: readonly [number, number]; rocks: number },
>(placed: P[], view: MapView): P[] {
  if (placed.length <= PINS_MAX) return placed;
  for (let cells = 200; ; cells /= 1.3) {
    const size = view.width / cells;
    const byCell = new Map<string, P>();
    for (const one of placed) {
      const cell = one.place.map((at) => Math.floor(at / size)).join();
      const first = byCell.get(cell);
      if (first) first.rocks++;
      else byCell.set(cell, { ...one });
    }
    if (byCell.size <= PINS_MAX) return [...byCell.values()];
  }
}
