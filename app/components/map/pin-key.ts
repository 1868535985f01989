import type { MapPin } from "#domain/packed-pins.ts";

/** Rock 0 may be there many times, every other number once. */
export const keyOf = ({ rock_number }: MapPin, index: number) =>
  rock_number === 0 ? `0-${index}` : String(rock_number);
