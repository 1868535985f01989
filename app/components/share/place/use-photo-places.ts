import { useEffect, useRef, useState } from "react";
import type { Spot, Precision } from "#core/precision.ts";
import type { FindDraft } from "#app/components/share/queue/use-find-draft.ts";
import type { PhotoPlace } from "./read-photo-place.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";

/**
 * Reads the photographs' positions, on this device. The first becomes the find's place, unless the visitor has chosen
 * another or left it out, and goes when its photograph goes.
 */
export function usePhotoPlaces({ images, place, takePlaceOfPhoto }: FindDraft) {
  const [read, setRead] = useState<ReadonlyMap<string, PhotoPlace | undefined>>(
    new Map(),
  );
  const started = useRef(new Set<string>());

  useEffect(() => {
    for (const { key, file } of images) {
      if (started.current.has(key)) continue;
      started.current.add(key);
      import("./read-photo-place.ts")
        .then(({ readPhotoPlace }) => readPhotoPlace(file))
        .then(
          (found) => setRead((before) => new Map(before).set(key, found)),
          (error: unknown) => {
            console.error("Error reading a photograph's position", error);
            started.current.delete(key);
          },
        );
    }
  }, [images]);

  const isRead = images.every(({ key }) => read.has(key));
  const places = images.map(({ key }) => read.get(key));

  useEffect(() => {
    if (!isRead || place === null || (place && place.source !== "photo"))
      return;
    const found = places.filter((place) => place !== undefined);
    if (place && found.some((found) => isSameSpot(found, place))) return;
    const [first] = found;
    if (first)
      takePlaceOfPhoto(withPrecision({ ...first, source: "photo" }, place));
    else if (place) takePlaceOfPhoto(undefined);
  });

  return {
    isRead,
    /** By the order of the photographs; undefined if one has no position, or is not read yet. */
    places,
  };
}

export const isSameSpot = (one: Spot | undefined, other: Spot) =>
  one?.latitude === other.latitude && one.longitude === other.longitude;

/** About 1 km, because many rocks are photographed at home. Of a town nobody knows more than the town. */
const proposedFor = ({ source }: Pick<Suggestion, "source">): Precision =>
  source === "town" ? 10_000 : 1000;

/** Gives a new place the precision that the finder has chosen for the place before, else the proposed one. */
export const withPrecision = (
  place: Omit<Suggestion, "precision">,
  before: Suggestion | null | undefined,
): Suggestion => ({
  ...place,
  precision:
    before && before.precision !== proposedFor(before)
      ? before.precision
      : proposedFor(place),
});
