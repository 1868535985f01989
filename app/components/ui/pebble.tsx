import { pebblePicture } from "./pebbles.ts";

interface Props {
  motif: string;
  /** CSS pixels, width and height. */
  size: number;
  lazy?: boolean;
}

/** A painted stone. Decorative. */
export function Pebble({ motif, size, lazy = false }: Props) {
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
