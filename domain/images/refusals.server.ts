import { msg } from "@lingui/core/macro";
import { DomainError } from "../core/errors.ts";
import { messages } from "../core/messages.ts";

const reasons = {
  unknown: messages.notAnImage,
  damaged: msg`This image is damaged or was cut off on its way. Please choose another one.`,
  slow: msg`This image takes too long to check. Please choose another one.`,
};

export const refuse = (reason: keyof typeof reasons) =>
  new DomainError("not_an_image", reasons[reason]);

const MEGAPIXELS_MAX = 120;

/**
 * @param megapixels the limit that the message names. Sizes up to `tolerated` pixels are accepted
 * @throws {DomainError} not_an_image if a side is 0; too_large above the limit
 */
export function requireSize(
  width: number,
  height: number,
  megapixels = MEGAPIXELS_MAX,
  tolerated = megapixels,
) {
  if (width === 0 || height === 0) throw refuse("damaged");
  if (width * height > tolerated * 1_000_000)
    throw new DomainError(
      "too_large",
      msg`This image has too many pixels: ${megapixels} megapixels at most.`,
    );
}
