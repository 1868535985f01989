/** What the commands say. */

export const sizeOf = (bytes: number) =>
  `${(bytes / 1_048_576).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

/** How many originals there are of a kind, and all of them; nothing without any. */
export const listAll = (kind: string, places: string[]) =>
  places.length === 0
    ? []
    : [`${kind}: ${places.length.toLocaleString("en")}`, ...places];

/** How many originals there are of a kind, and the first ten; nothing without any. */
export const listSome = (kind: string, places: string[]) =>
  places.length === 0
    ? []
    : [
        `${kind}: ${places.length.toLocaleString("en")} of the originals, such as`,
        ...places.slice(0, 10),
      ];
