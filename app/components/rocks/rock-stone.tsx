import { stonePicture } from "../ui/pebbles.ts";

interface Props {
  rockNumber: number;
  /** From `RockSummary`. Undefined while that is loading. */
  pin: string | null | undefined;
  /** CSS pixels, width and height. */
  size: number;
}

export const RockStone = ({ rockNumber, pin, size }: Props) => (
  <img
    className="pebble"
    src={stonePicture(rockNumber, pin)}
    alt=""
    width={size}
    height={size}
  />
);
