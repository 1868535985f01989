import countries from "world-atlas/countries-50m.json?raw";
import {
  layOut,
  lookAt,
  placeOf,
  type View,
} from "#domain/core/map/lay-out.ts";
import { drawOutlines, readLand } from "#domain/core/map/land.ts";
import { pinKey, type MapPin as Pin } from "#domain/finds/packed-pins.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { paths } from "./paths.ts";
import type { JourneyDrawing, MapPin, MapView } from "./pages.ts";

/** The maps of a keepsake. They share one picture of the world's countries, and draw ways and pins over it. */

/** Steps per degree of the land's outlines: two kilometres, as fine as the atlas for maps of 1 to 50,000,000. */
const STEPS = 50;
/** Pixels, as wide as a page shows it. */
const FRAME = { x: 0, y: 0, width: 960, height: 540 };
/** More pins than these can't be told apart, so that those near each other become one. */
const PINS_MAX = 3000;

/** The countries as a picture of 360 by 360 degrees, light or dark as the page is. */
export function drawLand() {
  const world = 360 * STEPS;
  const outlines = drawOutlines(readLand(countries), STEPS);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="360" viewBox="0 0 ${world} ${world}"><style>
path{fill:#f1ede2;stroke:#cdd6d0;stroke-width:1.5;stroke-linejoin:round}
@media (prefers-color-scheme:dark){path{fill:#243133;stroke:#3b4a4a}}
</style>${outlines.map((d) => `<path d="${d}"/>`).join("")}</svg>\n`;
}

/** Null for a rock that was never on the map. */
export function drawJourney({
  rock_number,
  stops,
}: JourneyRoute): JourneyDrawing | null {
  if (stops.length === 0) return null;
  const { lines, places } =
    // Finds without a number may be of different rocks, so no way leads from one to the next.
    rock_number === 0
      ? { lines: [], places: stops.map(placeOf) }
      : layOut(stops);
  const view = asMapView(lookAt([...lines.flat(), ...places], FRAME));
  return {
    view,
    lines: lines.map((line) => line.map(([x, y]) => [round(x), round(y)])),
    stops: stops.map((stop, index) => ({
      x: round(places[index]![0]),
      y: round(places[index]![1]),
      number: stop.number,
      label: stop.location,
      isInexact: stop.precision !== undefined,
    })),
  };
}

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

const asMapView = ({ west, north, east, south }: View): MapView => ({
  x: round(west),
  y: round(north),
  width: round(east - west),
  height: round(south - north),
});

/** @param nameOf says in words where a pin is */
export function drawPins(
  pins: Pin[],
  nameOf: (pins: Pin[]) => Map<string, string>,
): { view: MapView; pins: MapPin[] } {
  const placed = pins.map((pin) => ({ pin, place: placeOf(pin), rocks: 1 }));
  const view = asMapView(
    lookAt(
      placed.map(({ place }) => place),
      FRAME,
    ),
  );
  const shown = thin(placed, view);
  const names = nameOf(shown.map(({ pin }) => pin));
  return {
    view,
    pins: shown.map(({ pin, place: [x, y], rocks }) => {
      const name = names.get(pinKey(pin));
      return {
        x: round(x),
        y: round(y),
        path: paths.rock(pin.rock_number),
        label: `Rock ${pin.rock_number}${name ? `, ${name}` : ""}${rocks > 1 ? `, and ${rocks - 1} more near it` : ""}`,
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
