import {
  byKey,
  type Find,
  type Image,
  type PictureId,
  type State,
} from "../rules/state.ts";
import { publicPhotos, shownFinds } from "./public.ts";

/** The files that a state is to have in the store, and the addresses of pictures. */

/** Each original, in the trash too: the folder that it is in, and the picture whose bytes it has. */
export function originals(state: State): [string, PictureId][] {
  const all = withTrash(state);
  return [
    ...all.finds.flatMap((find) =>
      picturesOf(find.images).map((picture): [string, PictureId] => [
        `${folderOf(find)}/original`,
        picture,
      ]),
    ),
    ...all.rocks.map(({ folder, picture }): [string, PictureId] => [
      `${folder}/original`,
      picture,
    ]),
    ...all.albums.flatMap(({ name, photos }) =>
      photos.map(({ picture }): [string, PictureId] => [
        `albums/${name}`,
        picture,
      ]),
    ),
  ];
}

type Things = Pick<State, "finds" | "rocks" | "albums">;

/** Everything that has files. */
function withTrash(state: State): Things {
  const { finds, rocks, albums } = state;
  const trashed = trashedOf(state);
  return {
    finds: [...finds, ...trashed.finds],
    rocks: [...rocks, ...trashed.rocks],
    albums: [...albums, ...trashed.albums],
  };
}

/** What is in the trash. An image alone comes as its find with that image, and a photo as its album. */
function trashedOf({ finds, albums, trash }: State): Things {
  const things: Things = { finds: [], rocks: [], albums: [] };
  for (const item of trash) {
    if (item.kind === "find") things.finds.push(item.thing);
    if (item.kind === "rock") things.rocks.push(item.thing);
    if (item.kind === "album") things.albums.push(item.thing);
  }
  for (const item of trash) {
    const { kind, thing } = item;
    if (kind === "find-image") {
      const find = byKey([...finds, ...things.finds], item.of)!;
      things.finds.push({ ...find, key: 0, images: [thing] });
    }
    if (kind === "photo") {
      const album = byKey([...albums, ...things.albums], item.of)!;
      things.albums.push({ ...album, key: 0, photos: [thing] });
    }
  }
  return things;
}

const picturesOf = (images: Image[]) =>
  images.flatMap(({ picture, late }) =>
    late ? [picture, late.picture] : [picture],
  );

/** The names of its images, and of originals that wait. */
const namesOf = ({ images }: Find) =>
  images.flatMap(({ name, late }) => (late ? [name, late.name] : [name]));

/** The derivatives of everything that isn't in the trash, once they are all made. */
export const derivatives = (state: State) => derivativesOf(state).sort();

/** What is in the trash keeps the derivatives that were made until then. */
export const derivativesInTrash = (state: State) =>
  new Set(derivativesOf(trashedOf(state)));

const derivativesOf = ({ finds, rocks, albums }: Things): string[] => [
  ...finds.flatMap((find) =>
    namesOf(find).flatMap((name) =>
      ["sm", "webp640", "webp"].map(
        (kind) => `${folderOf(find)}/${kind}/${name}.webp`,
      ),
    ),
  ),
  ...rocks.flatMap(({ folder }) =>
    ["a", "a_sm", "a_xs", "pin"].map((kind) => `${folder}/${kind}.webp`),
  ),
  ...albums.flatMap((album) =>
    album.photos.flatMap(({ name }) => [
      photoFile(album, "webp", name),
      photoFile(album, "webp640", name),
      photoFile(album, "webp300x300", name),
    ]),
  ),
];

/** A find's files stay where they arrived. */
const folderOf = ({ from, uuid }: Find) => `rocks/${from}/${uuid}`;

/** The address of a small image follows the find's number. */
const smallImage = ({ rock, uuid }: Find, name: string) =>
  `rocks/${rock}/${uuid}/sm/${name}.webp`;

const photoFile = (
  album: { name: string },
  kind: "webp" | "webp640" | "webp300x300",
  name: string,
) => `albums/${album.name}/${kind}/${name}`;

interface Addresses {
  /** Everybody gets these. */
  shown: string[];
  /** Only the admin gets these. */
  hidden: string[];
  /** Nothing is promised yet, because they are being made. */
  coming: string[];
}

/** One derivative of each picture. Every other address that there ever was answers nobody. */
export function pictureAddresses(state: State): Addresses {
  const all: Addresses = { shown: [], hidden: [], coming: [] };
  const add = (file: string, isShown: boolean, isReady: boolean) => {
    if (isShown || isReady)
      all[!isReady ? "coming" : isShown ? "shown" : "hidden"].push(
        `/media/${file}`,
      );
  };
  for (const find of state.finds)
    for (const image of find.images) {
      add(smallImage(find, image.name), find.show && image.show, image.ready);
      if (image.late) add(smallImage(find, image.late.name), false, true);
    }
  for (const { number, ready } of state.rocks)
    add(`catalog/${number}/a_sm.webp`, true, ready);
  for (const album of state.albums)
    for (const photo of album.photos)
      add(
        photoFile(album, "webp300x300", photo.name),
        album.show && photo.show,
        photo.ready,
      );
  return all;
}

/** Words that everybody may read. */
export const publicTexts = (state: State): string[] => [
  ...shownFinds(state).flatMap(({ location, comment }) => [location, comment]),
  ...state.albums
    .filter(({ show }) => show)
    .flatMap(({ title, desc, photos }) => [
      title,
      desc,
      ...publicPhotos(photos).flatMap(({ title, desc }) => [title, desc]),
    ]),
];
