import type { Spot } from "#core/precision.ts";

/** A picture in a mail, in pixels: a picture of the store, cut to that size, or a rock's way on a map. */
export type MailPicture = { width: number; height: number } & (
  | { file: string }
  | { stops: Spot[] }
);
