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

export const areSame = (one: unknown, other: unknown) =>
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
