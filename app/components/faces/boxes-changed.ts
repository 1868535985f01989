import type { Blur } from "#core/blurs.ts";

/** A save of boxes that is refused, because somebody has changed them since they were read. For the admin's side. */
export class BoxesChanged extends Error {
  /**
   * @param blurs the boxes as they are now
   * @param version of that state, for the next save
   */
  constructor(
    readonly blurs: Blur[],
    readonly version: string,
  ) {
    super(
      "Somebody has changed what is hidden meanwhile. Their boxes are here now, beside yours. Look at both, and press Done again.",
    );
  }
}
