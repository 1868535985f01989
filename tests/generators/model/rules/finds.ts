import {
  byKey,
  isSame,
  without,
  type Decided,
  type Find,
  type Image,
  type PictureId,
  type Place,
  type State,
  type Upload,
} from "./state.ts";
import type { Answered } from "./outcome.ts";

/** What calls do to finds and their images. Each rule changes the state that it gets. */

/** What the first answer to a submission says, also when the find has been changed or deleted since. */
function findSubmission(state: State, submission: string) {
  const trashed = state.trash.flatMap((item) =>
    item.kind === "find" ? [item.thing] : [],
  );
  return [...state.finds, ...trashed].find(
    (find) => find.submission === submission,
  );
}

export function sendFind(
  state: State,
  submission: string,
  newFind: () => Find,
): Answered {
  const earlier = findSubmission(state, submission);
  if (!earlier) {
    const find = newFind();
    state.finds.push(find);
    return { status: 201, body: receipt(find) };
  }
  return { status: 200, body: receipt(earlier) };
}

const receipt = ({ uuid, rock, images }: Find) => ({
  uuid,
  rock_number: rock,
  images: images.map(({ name }) => name),
});

export interface FindTexts {
  rock: number;
  location: string;
  comment: string;
  name: string;
  email: string;
  date: string;
}

/** Those of a thing's fields that a save sends. What is absent stays. */
export function changeFields<T extends object>(thing: T, fields: Partial<T>) {
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(thing, { [name]: value });
}

export interface FindSave extends Partial<FindTexts> {
  show?: boolean;
  /** null takes the find off the map; absent, the place stays. */
  place?: Place | null;
  precision?: number;
  noPlace?: boolean;
}

/** What a save has to know, so that it is refused if somebody else has saved meanwhile. */
export const versionOfFind = (find: Find) => [
  find.rock,
  find.location,
  find.comment,
  find.name,
  find.email,
  find.date,
  find.show,
  find.place,
  find.precision,
  find.noPlace,
  [...find.images]
    .sort((a, b) => a.key - b.key)
    .map(({ key, picture, show, description }) => [
      ...[key, picture, show, description],
    ]),
  find.corrections,
];

const pictureOf = ({ picture }: Image) => picture;

export function saveFind(
  state: State,
  key: number,
  { show, place, precision, noPlace, ...texts }: FindSave,
  known?: unknown,
): Answered {
  const find = byKey(state.finds, key);
  if (!find) return 404;
  if (known !== undefined && !isSame(versionOfFind(find), known)) return 409;
  changeFields(find, texts);
  if (place !== undefined) find.place = place;
  if (precision !== undefined) find.precision = precision;
  find.noPlace = find.place === null && (noPlace ?? find.noPlace);
  if (show !== undefined && show !== find.show) {
    find.show = show;
    find.putAside = !show;
    if (show) find.closed = false;
  }
  return { status: 200, body: { rps_key: key } };
}

export function showFind(
  state: State,
  key: number,
  show?: boolean,
  known?: unknown,
): Answered {
  const find = byKey(state.finds, key);
  if (!find) return 404;
  if (known !== undefined && !isSame(versionOfFind(find), known)) return 409;
  find.show = show ?? !find.show;
  find.putAside = !find.show;
  if (find.show) find.closed = false;
  return { status: 200, body: { show: find.show } };
}

const findWithImage = (state: State, key: number) =>
  state.finds.find(({ images }) => byKey(images, key));

export function showImage(state: State, key: number, show?: boolean): Answered {
  const find = findWithImage(state, key);
  if (!find) return 404;
  const image = byKey(find.images, key)!;
  image.show = show ?? !image.show;
  return { status: 200, body: { show: image.show } };
}

export function describeImage(
  state: State,
  key: number,
  description: string | undefined,
): Answered {
  const find = findWithImage(state, key);
  if (!find) return 404;
  const image = byKey(find.images, key)!;
  image.description = description ?? image.description;
  return { status: 200, body: { description: image.description } };
}

export function addImage(state: State, find: number, image: Image): Answered {
  const to = byKey(state.finds, find);
  if (!to) return 404;
  to.images.push(image);
  return 201;
}

export function deleteImage(
  state: State,
  key: number,
  trashKey: number,
  learned: Learned,
): Answered {
  const find = findWithImage(state, key);
  if (!find) return 404;
  const { late, ...image } = byKey(find.images, key)!;
  const thing = { ...image, late: null };
  state.trash.push({ key: trashKey, kind: "find-image", thing, of: find.key });
  find.images = without(find.images, key);
  if (late) find.images.push(setAside(late, learned));
  return 204;
}

export function deleteFind(
  state: State,
  key: number,
  trashKey: number,
): Answered {
  const thing = byKey(state.finds, key);
  if (!thing) return 404;
  state.trash.push({ key: trashKey, kind: "find", thing });
  state.finds = without(state.finds, key);
  return 204;
}

// ── Decisions ──────────────────────────────────────────────────────────────────────────────────

const decidedOf = (find: Find): Decided =>
  structuredClone({
    show: find.show,
    putAside: find.putAside,
    closed: find.closed,
    noPlace: find.noPlace,
    place: find.place,
    precision: find.precision,
  });

/** What only the site knows of the images of a find: their keys. */
export type Learned = { rpi_key: number; current_name: string }[] | undefined;

/** A late original that doesn't take the place of its copy is a hidden image of its own. */
const setAside = (
  { picture, name }: NonNullable<Image["late"]>,
  learned: Learned,
): Image => ({
  key:
    learned?.find(({ current_name }) => current_name === name)?.rpi_key ?? -1,
  name,
  picture,
  show: false,
  description: "",
  ready: true,
  isCopy: false,
  late: null,
  isReplaced: false,
});

function takePlace(image: Image, picture: PictureId) {
  image.picture = picture;
  image.late = null;
  image.isReplaced = true;
}

export interface Decision {
  show: boolean;
  close: boolean;
}

/** A find that is shown can't be closed. */
export const isDecision = ({ show, close }: Decision) => !(show && close);

export function decide(
  state: State,
  uuid: string,
  {
    show,
    close,
    useSuggestion,
    pictures,
  }: Decision & { useSuggestion: boolean; pictures: "new" | "approved" },
  token: string | null,
  learned: Learned,
): Answered {
  const find = state.finds.find((find) => find.uuid === uuid);
  if (!isDecision({ show, close })) return 400;
  if (!find) return 404;
  if (useSuggestion && !find.suggestion) return 400;
  const before = decidedOf(find);
  find.show = show;
  find.putAside = !show;
  find.closed = !show && (close || find.closed);
  if (useSuggestion && find.suggestion) {
    const { latitude, longitude, precision } = find.suggestion;
    find.place = { latitude, longitude };
    find.precision = precision;
    find.noPlace = false;
  }
  const after = decidedOf(find);
  const late = show ? find.images.filter((image) => image.late) : [];
  for (const image of late)
    if (pictures === "new") takePlace(image, image.late!.picture);
    else {
      find.images.push(setAside(image.late!, learned));
      image.late = null;
    }
  // What has taken another picture's place can't be taken back.
  if (token !== null && late.length === 0)
    state.undos.push({
      token,
      find: find.key,
      before,
      after,
      pictures: find.images.map(pictureOf),
      corrections: find.corrections,
    });
  return decision(find, late.length === 0 ? {} : { undo: null });
}

/** The same undo may be sent again. It is refused once the find has changed otherwise. */
export function undo(state: State, uuid: string, token: string): Answered {
  const find = state.finds.find((find) => find.uuid === uuid);
  if (!find) return 404;
  const { before, after, pictures, corrections, ...of } = state.undos.find(
    (undo) => undo.token === token,
  )!;
  if (of.find !== find.key) return 400;
  const now = decidedOf(find);
  if (!isSame(now, before) && !isSame(now, after)) return 409;
  // Nobody has decided on a picture that came since, or on a text that was corrected.
  const isNew = find.images.some(
    ({ isReplaced, picture }) => isReplaced && !pictures.includes(picture),
  );
  const isSeen = !isNew && find.corrections === corrections;
  if (before.show && !find.show && !isSeen) return 409;
  Object.assign(find, structuredClone(before));
  return decision(find);
}

/** Whether nobody has decided on it yet, or on originals that came since. */
export const isWaiting = ({ show, putAside, images }: Find) =>
  show ? images.some(({ late }) => late) : !putAside;

const decision = (find: Find, more: object = {}): Answered => ({
  status: 200,
  body: {
    ...more,
    show: find.show,
    waiting: isWaiting(find),
    latitude: find.place?.latitude ?? null,
    longitude: find.place?.longitude ?? null,
    precision: find.precision,
  },
});

// ── The finder ─────────────────────────────────────────────────────────────────────────────────

/** The find is hidden, and waits for a decision again unless it is closed. */
export function correctFind(
  state: State,
  uuid: string,
  finderKey: string,
  { date, ...texts }: Partial<FindTexts>,
): Answered {
  const find = ownFind(state, uuid, finderKey);
  if (!find) return 404;
  const before = structuredClone(find);
  changeFields(find, texts);
  if (date !== undefined && find.date.slice(0, 10) !== date)
    find.date = `${date}T00:00:00Z`;
  if (!isSame(find, before)) find.corrections++;
  find.show = false;
  find.putAside = find.closed;
  return 200;
}

/** For good, with its images that are in the trash. It may be in the trash itself. */
export function deleteOwnFind(
  state: State,
  uuid: string,
  finderKey: string,
): Answered {
  const trashed = state.trash.flatMap((item) =>
    item.kind === "find" ? [item.thing] : [],
  );
  const find = [...state.finds, ...trashed].find(
    (one) => one.uuid === uuid && one.finderKey === finderKey,
  );
  if (!find) return 404;
  state.finds = without(state.finds, find.key);
  state.trash = state.trash.filter(
    (item) =>
      !(item.kind === "find-image" && item.of === find.key) &&
      !(item.kind === "find" && item.thing.key === find.key),
  );
  return 200;
}

const ownFind = (state: State, uuid: string, finderKey: string) =>
  state.finds.find(
    (find) => find.uuid === uuid && find.finderKey === finderKey,
  );

// ── Originals that follow ──────────────────────────────────────────────────────────────────────

const copyOf = (state: State, uuid: string, name: string) =>
  state.finds
    .find((find) => find.uuid === uuid)
    ?.images.find((image) => image.name === name);

export function announceOriginal(
  state: State,
  upload: Upload,
  finderKey: string,
): Answered {
  const { uuid, image: name } = upload;
  const image = ownFind(state, uuid, finderKey) && copyOf(state, uuid, name);
  if (!image) return 404;
  if (!image.isCopy) return 409;
  state.uploads.push(upload);
  return 201;
}

/** It takes the place of its copy at once, unless everybody sees the copy: then the admin looks at it first. */
export function completeOriginal(
  state: State,
  { uuid, image: name, picture }: Upload,
  lateName: string,
): Answered {
  const find = state.finds.find((find) => find.uuid === uuid);
  const image = copyOf(state, uuid, name);
  if (!find || !image) return 404;
  image.isCopy = false;
  state.uploads = state.uploads.filter(
    (other) => other.uuid !== uuid || other.image !== name,
  );
  if (find.show && image.show) image.late = { picture, name: lateName };
  else takePlace(image, picture);
  return 204;
}
