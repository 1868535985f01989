/**
 * Journeys over the date line. Longitudes end at ±180 there, so a map that took them as they are would draw two
 * neighbours at opposite edges. A journey is drawn on one world instead that has the journey in its middle: from half a
 * turn west of that to half a turn east, with longitudes that go on beyond ±180.
 */

const TURN = 360;

/** The same longitude, moved by whole turns to within half a turn of another. */
export const nearTo = (longitude: number, other: number) =>
  longitude - TURN * Math.round((longitude - other) / TURN);

/** Longitudes of places along a line, each moved by whole turns so that no step is longer than half a turn. */
export function unwrap(longitudes: number[]) {
  let last = longitudes[0] ?? 0;
  return longitudes.map((longitude) => (last = nearTo(longitude, last)));
}

/**
 * The longitude in the middle of the world that a journey is drawn on, from -180 to 180. Its edge crosses no line,
 * unless the journey goes all the way round: then it is in the widest gap between the stops.
 * @param line the journey's own longitudes, with points between the stops; empty if no line joins them
 */
export function middleOf(stops: number[], line: number[]): number {
  const all = unwrap(line);
  const [west, east] = [minOf(all), maxOf(all)];
  if (all.length > 0 && east - west < TURN) return nearTo((west + east) / 2, 0);
  const sorted = stops.map((stop) => nearTo(stop, 0)).sort((a, b) => a - b);
  let middle = 0;
  let widest = 0;
  for (const [index, stop] of sorted.entries()) {
    const before = index === 0 ? sorted.at(-1)! - TURN : sorted[index - 1]!;
    if (stop - before <= widest) continue;
    widest = stop - before;
    middle = nearTo(before + widest / 2 + TURN / 2, 0);
  }
  return middle;
}

// Not by spreading into Math.min, because a map may have 100,000 places.
const minOf = (numbers: number[]) =>
  numbers.reduce((a, b) => Math.min(a, b), Infinity);
const maxOf = (numbers: number[]) =>
  numbers.reduce((a, b) => Math.max(a, b), -Infinity);

type Point = [latitude: number, longitude: number];

interface Journey<Stop> {
  stops: Stop[];
  /** For each leg its lines, which end at ±180. */
  legs: Point[][][];
}

/**
 * A journey on the world that has it in its middle. That is the usual one, from -180 to 180, unless the journey crosses
 * the date line.
 */
export function aroundJourney<Stop extends { longitude: number }>({
  stops,
  legs,
}: Journey<Stop>): Journey<Stop> & { middle: number } {
  if (legs.every((lines) => lines.length < 2))
    return { middle: 0, stops, legs };
  const middle = middleOf(
    stops.map(({ longitude }) => longitude),
    legs.flat(2).map(([, longitude]) => longitude),
  );
  return {
    middle,
    stops: stops.map((stop) => ({
      ...stop,
      longitude: nearTo(stop.longitude, middle),
    })),
    legs: legs.map((lines) => drawAround(lines.flat(), middle)),
  };
}

/** Draws a line within half a turn of the middle: one line, or one more for each time that it crosses the edge. */
function drawAround(points: Point[], middle: number): Point[][] {
  let last = nearTo(points[0]![1], middle);
  let line: Point[] = [];
  const lines = [line];
  for (const [latitude, given] of points) {
    let longitude = nearTo(given, last);
    const side = Math.sign(longitude - middle);
    const edge = middle + (side * TURN) / 2;
    const before = line.at(-1);
    if (Math.abs(longitude - middle) > TURN / 2 && before) {
      const part = (edge - last) / (longitude - last);
      const crossing = before[0] + part * (latitude - before[0]);
      line.push([crossing, edge]);
      line = [[crossing, edge - side * TURN]];
      lines.push(line);
      longitude -= side * TURN;
    }
    // The line was cut at ±180, so a point is there twice.
    const [north, east] = line.at(-1) ?? [];
    if (north !== latitude || east !== longitude)
      line.push([latitude, longitude]);
    last = longitude;
  }
  return lines;
}
