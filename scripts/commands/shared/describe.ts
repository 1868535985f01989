/** Messages of the commands. */

export const sizeOf = (bytes: number) =>
  `${(bytes / 1_048_576).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

/** Counts the originals of a kind, and lists all of them; empty without any. */
export const listAll = (kind: string, places: string[]) =>
  places.length === 0
    ? []
    : [`${kind}: ${places.length.toLocaleString("en")}`, ...places];

/** Counts the originals of a kind, and lists the first ten; empty without any. */
export const listSome = (kind: string, places: string[]) =>
  places.length === 0
    ? []
    : [
        `${kind}: ${places.length.toLocaleString("en")} of the originals, such as`,
        ...places.slice(0, 10),
      ];
