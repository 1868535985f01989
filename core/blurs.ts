import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "./languages/say.ts";
import { BLURS_MAX } from "./limits.ts";
import { listOf } from "./schemas.ts";

/** The parts of a picture that nobody may see, such as faces. The worker blurs them in every derivative. */

const BOX = saying(
  msg`Send each hidden part as [x, y, width, height], in fractions of the upright picture.`,
);
/** Tolerance for rounding at the picture's edge. */
const ROUNDING = 1e-6;

const Place = v.pipe(v.number(BOX), v.minValue(0, BOX), v.maxValue(1, BOX));
/** Smaller than a pixel of the largest derivative would hide nothing. */
const Length = v.pipe(
  v.number(BOX),
  v.minValue(0.0005, BOX),
  v.maxValue(1, BOX),
);

/** x, y, width and height, as fractions of the upright picture. */
export const Blur = v.pipe(
  v.strictTuple([Place, Place, Length, Length], BOX),
  v.check(
    ([x, y, width, height]) =>
      x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING,
    BOX,
  ),
);
export type Blur = v.InferOutput<typeof Blur>;

export const Blurs = listOf(Blur, BLURS_MAX, {
  list: BOX,
  tooMany: saying(msg`A picture can have ${BLURS_MAX} hidden parts at most.`),
});

export const parseBlurs = (json: string) => JSON.parse(json) as Blur[];
