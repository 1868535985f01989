import { pinAddress } from "#domain/store/media-addresses.ts";

const pictures = import.meta.glob<string>("../../assets/pebbles/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

const byMotif = new Map(
  Object.entries(pictures).map(([file, url]) => [
    file.slice(file.lastIndexOf("/") + 1, -".webp".length),
    url,
  ]),
);

/** A stone with this motif, as an ornament. It is no rock of the catalogue. */
export const pebblePicture = (motif: string) => byMotif.get(motif) ?? "";

/** The bare grey stone of a rock without a picture. */
export const PLAIN_STONE = pebblePicture("plain");

/** A rock's picture as a stone, 128×128. @param version of the pin picture; empty if unknown, null or undefined without one */
export const stonePicture = (
  rockNumber: number,
  version: string | null | undefined,
) =>
  version === null || version === undefined
    ? PLAIN_STONE
    : pinAddress(rockNumber, version);

interface PebbleProps {
  motif: string;
  /** CSS pixels, width and height. */
  size: number;
  lazy?: boolean;
}

export function Pebble({ motif, size, lazy = false }: PebbleProps) {
  return (
    <img
      className="pebble"
      src={pebblePicture(motif)}
      alt=""
      width={size}
      height={size}
      loading={lazy ? "lazy" : undefined}
    />
  );
}

interface StoneProps {
  rockNumber: number;
  /** From `RockSummary`. Undefined while that is loading. */
  pin: string | null | undefined;
  /** CSS pixels, width and height. */
  size: number;
}

export const RockStone = ({ rockNumber, pin, size }: StoneProps) => (
  <img
    className="pebble"
    src={stonePicture(rockNumber, pin)}
    alt=""
    width={size}
    height={size}
  />
);
