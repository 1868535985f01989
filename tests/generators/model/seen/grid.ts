import type { Find, Place } from "../rules/state.ts";

/** The equator's 40,075,017 metres divided by 360. */
const DEGREE = 111_320;

const centreOfCell = (degrees: number, cell: number) =>
  (Math.floor(degrees / cell) + 0.5) * cell;

const sixDigits = (degrees: number) => Number(degrees.toFixed(6));

/** Where the public sees a find: the centre of its cell in a grid of squares with sides of `precision` metres. */
export function publicPlace({ place, precision }: Find): Place | null {
  if (!place || precision === 0) return place;
  const height = precision / DEGREE;
  const latitude = sixDigits(centreOfCell(place.latitude, height));
  const shrink = Math.max(0.01, Math.cos((latitude / 180) * Math.PI));
  const longitude = centreOfCell(place.longitude, height / shrink);
  return {
    latitude,
    longitude: sixDigits(Math.min(180, Math.max(-180, longitude))),
  };
}
