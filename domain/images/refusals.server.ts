import { msg } from "@lingui/core/macro";
import { DomainError, type ErrorKind } from "#core/errors.ts";
import { isPictureFile } from "#core/limits.ts";
import type { Said } from "#core/languages/say.ts";
import { messages } from "#core/messages.ts";

export const MEGAPIXELS_MAX = 120;
/** For AVIF and HEIC, because their decoders take several times the memory of others. */
export const HEIF_MEGAPIXELS_MAX = 50;

const tooManyPixels = (megapixels: number) =>
  msg`This image has too many pixels: ${megapixels} megapixels at most.`;

const refusals = {
  unknown: ["not_an_image", messages.notAnImage],
  // A file of a picture's name.
  unreadable: ["not_an_image", messages.unreadable],
  raw: ["not_an_image", messages.rawPhotograph],
  damaged: [
    "not_an_image",
    msg`This image is damaged or was cut off on its way. Please choose another one.`,
  ],
  slow: [
    "not_an_image",
    msg`This image takes too long to check. Please choose another one.`,
  ],
  large: ["too_large", tooManyPixels(MEGAPIXELS_MAX)],
  largeHeif: ["too_large", tooManyPixels(HEIF_MEGAPIXELS_MAX)],
} as const satisfies Record<string, readonly [ErrorKind, Said]>;

export type RefusalReason = keyof typeof refusals;
export const refusalReasons = Object.keys(refusals) as RefusalReason[];

export class Refusal extends DomainError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    const [kind, said] = refusals[reason];
    super(kind, said);
    this.reason = reason;
  }
}

/** The refusal of a file by this name. Whoever sent a broken picture isn't told to send a picture. */
export const refusalOf = (name: string, refusal: Refusal) =>
  refusal.reason === "unknown" && isPictureFile(name)
    ? new Refusal("unreadable")
    : refusal;
