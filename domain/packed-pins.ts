import type { RockPin } from "./schemas.ts";

/** Degrees are kept to four decimals: eleven metres. */
const SCALE = 10_000;

/**
 * All pins as columns: each number as its difference to the one before, degrees as ten-thousandths.
 * Sorted by rock number, these are small numbers, and a compressed answer is short.
 */
export interface PackedPins {
  rock_number: number[];
  latitude: number[];
  longitude: number[];
}

export type MapPin = Pick<RockPin, "rock_number" | "latitude" | "longitude">;

/** @param pins by rock number */
export function packPins(pins: MapPin[]): PackedPins {
  return {
    rock_number: differences(pins.map((pin) => pin.rock_number)),
    latitude: differences(pins.map((pin) => Math.round(pin.latitude * SCALE))),
    longitude: differences(
      pins.map((pin) => Math.round(pin.longitude * SCALE)),
    ),
  };
}

export function unpackPins(packed: PackedPins): MapPin[] {
  let rock_number = 0;
  let latitude = 0;
  let longitude = 0;
  return packed.rock_number.map((step, index) => {
    rock_number += step;
    latitude += packed.latitude[index]!;
    longitude += packed.longitude[index]!;
    return {
      rock_number,
      latitude: latitude / SCALE,
      longitude: longitude / SCALE,
    };
  });
}

const differences = (values: number[]) =>
  values.map((value, index) => value - (values[index - 1] ?? 0));
