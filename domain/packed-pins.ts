import type { RockPin } from "./schemas.ts";

/** Degrees are kept to four decimals: eleven metres. */
const SCALE = 10_000;
/** Bytes of each number. */
const BYTES = 3;
const COLUMNS = 3;

export type MapPin = Pick<RockPin, "rock_number" | "latitude" | "longitude">;

/**
 * All pins as bytes: a column of rock numbers, each as its difference to the one before, then one of
 * latitudes and one of longitudes. A column holds the lowest bytes of all its numbers, then the next
 * higher ones: the higher ones are much alike, and compress well.
 * @param pins by rock number
 */
export function packPins(pins: MapPin[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(pins.length * COLUMNS * BYTES);
  const write = (column: number, index: number, value: number) => {
    for (let byte = 0; byte < BYTES; byte++)
      packed[(column * BYTES + byte) * pins.length + index] =
        value >> (8 * byte);
  };
  let before = 0;
  for (const [index, { rock_number, latitude, longitude }] of pins.entries()) {
    write(0, index, rock_number - before);
    write(1, index, Math.round((latitude + 90) * SCALE));
    write(2, index, Math.round((longitude + 180) * SCALE));
    before = rock_number;
  }
  return packed;
}

export function unpackPins(packed: Uint8Array): MapPin[] {
  const count = packed.length / COLUMNS / BYTES;
  const read = (column: number, index: number) => {
    let value = 0;
    for (let byte = 0; byte < BYTES; byte++)
      value |= packed[(column * BYTES + byte) * count + index]! << (8 * byte);
    return value;
  };
  let rock_number = 0;
  return Array.from({ length: count }, (_, index) => ({
    rock_number: (rock_number += read(0, index)),
    latitude: (read(1, index) - 90 * SCALE) / SCALE,
    longitude: (read(2, index) - 180 * SCALE) / SCALE,
  }));
}
