import type { Find, Image, PictureId, State } from "../rules/state.ts";
import { publicPhotos, shownFinds } from "./public.ts";

/** The files that a state is to have in the store, and the addresses of pictures. */

/** Each original: the folder that it is in, and the picture whose bytes it has. */
export function originals(state: State): [string, PictureId][] {
  const found: [string, PictureId][] = [];
  for (const { rock, uuid, images } of state.finds)
    for (const picture of picturesOf(images))
      found.push([`rocks/${rock}/${uuid}/original`, picture]);
  for (const { number, picture } of state.rocks)
    found.push([`catalog/${number}/original`, picture]);
  for (const { name, photos } of state.albums)
    for (const { picture } of photos) found.push([`albums/${name}`, picture]);
  for (const item of state.trash) {
    const folder = `trash/${item.key}`;
    if (item.kind === "find")
      for (const picture of picturesOf(item.thing.images))
        found.push([`${folder}/original`, picture]);
    if (item.kind === "find-image" || item.kind === "rock")
      found.push([`${folder}/original`, item.thing.picture]);
    if (item.kind === "album")
      for (const { picture } of item.thing.photos)
        found.push([folder, picture]);
    if (item.kind === "photo") found.push([folder, item.thing.picture]);
  }
  return found;
}

const picturesOf = (images: Image[]) =>
  images.flatMap(({ picture, late }) =>
    late ? [picture, late.picture] : [picture],
  );

/** The names of its images, and of originals that wait. */
const namesOf = ({ images }: Find) =>
  images.flatMap(({ name, late }) => (late ? [name, late.name] : [name]));

/** The derivatives of everything that isn't in the trash, once they are all made. */
export const derivatives = (state: State): string[] =>
  [
    ...state.finds.flatMap((find) =>
      namesOf(find).flatMap((name) => [
        imageFile(find, "sm", name),
        imageFile(find, "webp640", name),
        imageFile(find, "webp", name),
      ]),
    ),
    ...state.rocks.flatMap(({ number }) =>
      ["a", "a_sm", "a_xs", "pin"].map(
        (kind) => `catalog/${number}/${kind}.webp`,
      ),
    ),
    ...state.albums.flatMap((album) =>
      album.photos.flatMap(({ name }) => [
        photoFile(album, "webp", name),
        photoFile(album, "webp640", name),
        photoFile(album, "webp300x300", name),
      ]),
    ),
  ].sort();

const imageFile = (
  { rock, uuid }: { rock: number; uuid: string },
  kind: "sm" | "webp640" | "webp",
  name: string,
) => `rocks/${rock}/${uuid}/${kind}/${name}.webp`;

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
      add(
        imageFile(find, "sm", image.name),
        find.show && image.show,
        image.ready,
      );
      if (image.late) add(imageFile(find, "sm", image.late.name), false, true);
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
