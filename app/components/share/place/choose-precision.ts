import type { Precision } from "#domain/core/precision.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";

/**
 * How exactly others may know a place, unless the finder chooses: about 1 km, because many rocks are photographed at
 * home. Of a town nobody knows more than the town. See docs/decisions/places.md.
 */
const PROPOSED: Record<Suggestion["source"], Precision> = {
  photo: 1000,
  device: 1000,
  map: 1000,
  town: 10_000,
};

/** Gives a new place the precision that the finder has chosen for the place before, else the proposed one. */
export const withPrecision = (
  place: Omit<Suggestion, "precision">,
  before: Suggestion | null | undefined,
): Suggestion => ({
  ...place,
  precision:
    before && before.precision !== PROPOSED[before.source]
      ? before.precision
      : PROPOSED[place.source],
});
