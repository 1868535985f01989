import type { Blur } from "#core/blurs.ts";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";
import type { FinderFind, FinderImage } from "#domain/finds/answers.ts";
import type { InferInput } from "valibot";
import type { FinderChange } from "#domain/finds/schemas.ts";

/** What a finder has changed and not saved: the fields as typed, and the pictures by their names. */
export interface FinderEdits {
  fields: Partial<DraftFields>;
  images: Record<string, PictureEdit>;
}
type PictureEdit = Partial<Pick<FinderImage, "description" | "blurs">>;

export const NO_EDITS: FinderEdits = { fields: {}, images: {} };

export const fieldsOf = ({
  rock_number,
  ...find
}: FinderFind): DraftFields => ({
  rockNumber: String(rock_number),
  location: find.location,
  comment: find.comment,
  date: find.date,
  name: find.name,
  email: find.email,
});

export const hasEdits = ({ fields, images }: FinderEdits) =>
  Object.keys(fields).length + Object.keys(images).length > 0;

export const withField = (
  { fields, images }: FinderEdits,
  part: Partial<DraftFields>,
): FinderEdits => ({ fields: { ...fields, ...part }, images });

export const withPicture = (
  { fields, images }: FinderEdits,
  name: string,
  part: PictureEdit,
): FinderEdits => ({
  fields,
  images: { ...images, [name]: { ...images[name], ...part } },
});

/** Leaves out what is the same in the find, and pictures that it doesn't have. */
export function onlyChanges(find: FinderFind, edits: FinderEdits): FinderEdits {
  const images = find.images.flatMap(({ name, description, blurs }) => {
    const edit = edits.images[name] ?? {};
    const change = pickChanged({ description, blurs }, edit);
    return Object.keys(change).length > 0 ? [[name, change] as const] : [];
  });
  return {
    fields: pickChanged(fieldsOf(find), edits.fields),
    images: Object.fromEntries(images),
  };
}

const pickChanged = <Thing extends object>(
  before: Thing,
  edit: Partial<Thing>,
): Partial<Thing> =>
  Object.fromEntries(
    Object.entries(edit).filter(
      ([name, value]) => !areSame(value, before[name as keyof Thing]),
    ),
  ) as Partial<Thing>;

const areSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

export function toChange({
  fields,
  images,
}: FinderEdits): InferInput<typeof FinderChange> {
  const { rockNumber: rock_number, ...texts } = fields;
  return {
    ...texts,
    rock_number,
    images: Object.entries(images).map(([name, edit]) => ({ name, ...edit })),
  };
}

/** Something that somebody else has changed. `mine` is undefined if the finder has left it alone. */
export type ChangedMeanwhile = { key: string } & (
  | { of: keyof DraftFields; mine?: string; now: string }
  | { of: "description"; picture: Picture; mine?: string; now: string }
  | { of: "blurs"; picture: Picture; mine?: Blur[]; now: Blur[] }
  | { of: "removed"; picture: Picture }
);
interface Picture {
  name: string;
  /** From 1. */
  number: number;
}

/** @param before the find that the edits were made in */
export function listChanged(
  before: FinderFind,
  now: FinderFind,
  edits: FinderEdits,
): ChangedMeanwhile[] {
  const [old, current] = [fieldsOf(before), fieldsOf(now)];
  const fields = (Object.keys(old) as (keyof DraftFields)[])
    .filter((of) => old[of] !== current[of])
    .map((of) => ({ key: of, of, mine: edits.fields[of], now: current[of] }));
  const pictures = before.images.flatMap((image, index): ChangedMeanwhile[] => {
    const { name, description, blurs } = image;
    const picture = { name, number: index + 1 };
    const there = now.images.find((other) => other.name === name);
    const mine = edits.images[name] ?? {};
    if (!there) return [{ key: `${name} removed`, of: "removed", picture }];
    const changes: ChangedMeanwhile[] = [];
    if (description !== there.description)
      changes.push({
        ...{ key: `${name} description`, of: "description", picture },
        ...{ mine: mine.description, now: there.description },
      });
    if (!areSame(blurs, there.blurs))
      changes.push({
        ...{ key: `${name} blurs`, of: "blurs", picture },
        ...{ mine: mine.blurs, now: there.blurs },
      });
    return changes;
  });
  return [...fields, ...pictures];
}

/**
 * The same edits of the find as it is now. What somebody has hidden in a picture meanwhile stays hidden.
 * @param before the find that the edits were made in
 */
export function rebase(
  before: FinderFind,
  now: FinderFind,
  edits: FinderEdits,
): FinderEdits {
  const images = Object.entries(edits.images).map(([name, edit]) => {
    const [old, current] = [before, now].map(({ images }) =>
      images.find((image) => image.name === name),
    );
    return edit.blurs && old && current
      ? [name, { ...edit, blurs: merge(old.blurs, current.blurs, edit.blurs) }]
      : [name, edit];
  });
  return onlyChanges(now, {
    fields: edits.fields,
    images: Object.fromEntries(images) as FinderEdits["images"],
  });
}

/** Only what the finder has taken back of the older boxes goes, and what the finder has drawn comes. */
function merge(before: Blur[], now: Blur[], mine: Blur[]) {
  const isIn = (boxes: Blur[], box: Blur) =>
    boxes.some((other) => areSame(other, box));
  return [
    ...now.filter((box) => isIn(mine, box) || !isIn(before, box)),
    ...mine.filter((box) => !isIn(before, box) && !isIn(now, box)),
  ];
}

/** Edits on this device, with the find that they were made in. */
interface KeptEdits {
  before: FinderFind;
  edits: FinderEdits;
}

const nameOf = (uuid: string) => `find_edits ${uuid}`;
const readText = (uuid: string) =>
  readStored("localStorage", nameOf(uuid)) ?? "";

/** What this tab has kept, because it must not remove what another one did. */
let ownText = "";

export function readEdits(uuid: string): KeptEdits | undefined {
  ownText = readText(uuid);
  try {
    return JSON.parse(ownText) as KeptEdits;
  } catch {
    return undefined;
  }
}

/** @returns whether this browser has kept them */
export function keepEdits(uuid: string, kept: KeptEdits) {
  ownText = JSON.stringify(kept);
  keepStored("localStorage", nameOf(uuid), ownText);
  return readText(uuid) === ownText;
}

export function forgetEdits(uuid: string) {
  if (readText(uuid) === ownText) keepStored("localStorage", nameOf(uuid), "");
}
