import { mapJourney } from "#core/map/journey-map.ts";
import { listPinPlaces, listPins } from "../finds/journeys.server.ts";
import { pinKey, type MapPin } from "../finds/packed-pins.ts";

/** In the map's units, as wide as most screens show it in pixels. */
const SIZE = { width: 960, height: 540 };
/** Pins that are closer to each other become one, because nobody could tell them apart. */
const CELL = 6;

/** @param language of the countries' names */
export function drawWorld(language: string) {
  const pins = listPins();
  const { land, places } = mapJourney(pins, false, { x: 0, y: 0, ...SIZE });
  const byCell = new Map<
    string,
    { pin: MapPin; x: number; y: number; rocks: number }
  >();
  for (const [index, [x, y]] of places.entries()) {
    const cell = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
    const first = byCell.get(cell);
    if (first) first.rocks++;
    else byCell.set(cell, { pin: pins[index]!, x, y, rocks: 1 });
  }
  const drawn = [...byCell.values()];
  const names = new Map(
    listPinPlaces(
      drawn.map(({ pin }) => pinKey(pin)),
      language,
    ).map(({ pin, place }) => [pin, place]),
  );
  return {
    ...SIZE,
    land,
    rocks: pins.length,
    pins: drawn.map(({ pin, x, y, rocks }) => ({
      x: Math.round(x * 10) / 10,
      y: Math.round(y * 10) / 10,
      rock_number: pin.rock_number,
      /** Of a rock without a number: the key of its find. */
      find: pin.rock_number === 0 ? String(pin.rps_key) : undefined,
      /** In words; blank if unknown. */
      place: names.get(pinKey(pin)) ?? "",
      rocks,
    })),
  };
}

export type DrawnWorld = ReturnType<typeof drawWorld>;
