import * as v from "valibot";

export const trashKinds = [
  "find",
  "find-image",
  "rock",
  "artist",
  "album",
  "photo",
] as const;
export type TrashKind = (typeof trashKinds)[number];

export const TrashKindChoice = v.picklist(
  trashKinds,
  `The kind is one of ${trashKinds.join(", ")}.`,
);
