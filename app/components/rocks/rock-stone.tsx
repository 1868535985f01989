import { stonePicture } from "./pebbles.ts";

interface Props {
  rockNumber: number;
  /** Of `RockSummary`; undefined while it is not known yet. */
  pin: string | null | undefined;
  /** CSS pixels, both ways. */
  size: number;
}

/** A rock as its own stone, for the eye alone. */
export const RockStone = ({ rockNumber, pin, size }: Props) => (
  <img
    className="pebble"
    src={stonePicture(rockNumber, pin)}
    alt=""
    width={size}
    height={size}
  />
);
