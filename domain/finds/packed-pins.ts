import type { RockPin } from "./answers.ts";

/** Degrees have four decimals, which is eleven metres. */
const SCALE = 10_000;
/** Bytes of each number. */
const BYTES = 3;
const COLUMNS = 3;
/** Bytes of the count of pins, and of the key of a find without a number. */
const LONG = 4;

export interface MapPin extends RockPin {
  /** Version of the rock's pin picture, empty if it is not known; null if there is no picture. */
  picture: string | null;
}

/** A pin is named by its rock's number. A find of rock 0 is named by its own key. */
export const pinKey = ({ rock_number, rps_key }: RockPin) =>
  rock_number === 0 ? `0-${rps_key}` : String(rock_number);

/** Reads what `pinKey` wrote; undefined for anything else. `find` is the key of a find of rock 0. */
export function readPinKey(
  key: string,
): { key: string; rockNumber: number; find?: string } | undefined {
  const [, find] = /^0-(\d{1,15})$/.exec(key) ?? [];
  if (find !== undefined) return { key, rockNumber: 0, find };
  const rockNumber = /^\d{1,6}$/.test(key) ? Number(key) : 0;
  return rockNumber > 0 ? { key: String(rockNumber), rockNumber } : undefined;
}

/**
 * All pins, by rock number, as bytes: their count; columns of rock numbers (each as its difference to the one before),
 * latitudes and longitudes, each with the lowest bytes of all its numbers first, because the higher ones are alike and
 * compress well; a byte a pin, 1 if its rock has a picture; the keys of the finds of rock 0.
 */
export function packPins(pins: MapPin[]): Uint8Array<ArrayBuffer> {
  const unnumbered = pins.filter(({ rock_number }) => rock_number === 0);
  const flags = LONG + pins.length * COLUMNS * BYTES;
  const keys = flags + pins.length;
  const packed = new Uint8Array(keys + unnumbered.length * LONG);
  const view = new DataView(packed.buffer);
  const write = (column: number, index: number, value: number) => {
    for (let byte = 0; byte < BYTES; byte++)
      packed[LONG + (column * BYTES + byte) * pins.length + index] =
        value >> (8 * byte);
  };
  view.setUint32(0, pins.length);
  let before = 0;
  for (const [index, pin] of pins.entries()) {
    write(0, index, pin.rock_number - before);
    write(1, index, Math.round((pin.latitude + 90) * SCALE));
    write(2, index, Math.round((pin.longitude + 180) * SCALE));
    packed[flags + index] = pin.picture === null ? 0 : 1;
    before = pin.rock_number;
  }
  for (const [index, { rps_key }] of unnumbered.entries())
    view.setUint32(keys + index * LONG, rps_key);
  return packed;
}

/** The pins again: `rps_key` is 0 but for rock 0, and the versions of pictures are empty. */
export function unpackPins(packed: Uint8Array): MapPin[] {
  const view = new DataView(
    packed.buffer,
    packed.byteOffset,
    packed.byteLength,
  );
  const count = view.getUint32(0);
  const flags = LONG + count * COLUMNS * BYTES;
  const read = (column: number, index: number) => {
    let value = 0;
    for (let byte = 0; byte < BYTES; byte++)
      value |=
        packed[LONG + (column * BYTES + byte) * count + index]! << (8 * byte);
    return value;
  };
  let rock_number = 0;
  return Array.from({ length: count }, (_, index) => {
    rock_number += read(0, index);
    return {
      rock_number,
      latitude: (read(1, index) - 90 * SCALE) / SCALE,
      longitude: (read(2, index) - 180 * SCALE) / SCALE,
      rps_key:
        rock_number === 0 ? view.getUint32(flags + count + index * LONG) : 0,
      picture: packed[flags + index] ? "" : null,
    };
  });
}
