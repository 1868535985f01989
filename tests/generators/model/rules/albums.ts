import { nextOrder, numberAnew, swap, inOrder, type Swap } from "./order.ts";
import { byKey, isSame, without, type Album, type State } from "./state.ts";
import type { Answered } from "./outcome.ts";
import type { Photo } from "./state.ts";

/** What calls do to albums and their photos. */

export interface AlbumSave {
  title?: string;
  desc?: string;
  show?: boolean;
}

export function addAlbum(
  state: State,
  name: string,
  { title = "", desc = "", show = false }: AlbumSave,
  key: number,
): Answered {
  const trashed = state.trash.flatMap((item) =>
    item.kind === "album" ? [item.thing] : [],
  );
  if ([...state.albums, ...trashed].some((album) => album.name === name))
    return 409;
  const order = nextOrder(state.albums);
  const empty = { photos: [], usedNames: [] };
  state.albums.push({ key, name, title, desc, show, order, ...empty });
  return { status: 201, body: { pa_key: key, name, order_num: order, show } };
}

export const makeFolder = (state: State, name: string): Answered =>
  state.albums.some((album) => album.name === name)
    ? { status: 200, body: { name } }
    : 404;

export const versionOfAlbum = ({ title, desc, show }: Album) => [
  title,
  desc,
  show,
];

export function saveAlbum(
  state: State,
  key: number,
  fields: AlbumSave,
  known?: unknown,
): Answered {
  const album = byKey(state.albums, key);
  if (!album) return 404;
  if (known !== undefined && !isSame(versionOfAlbum(album), known)) return 409;
  Object.assign(album, fields);
  return 200;
}

export function showAlbum(state: State, key: number, show?: boolean): Answered {
  const album = byKey(state.albums, key);
  if (!album) return 404;
  album.show = show ?? !album.show;
  return { status: 200, body: { show: album.show } };
}

export function deleteAlbum(
  state: State,
  key: number,
  trashKey: number,
): Answered {
  const thing = byKey(state.albums, key);
  if (!thing) return 404;
  state.trash.push({ key: trashKey, kind: "album", thing });
  state.albums = without(state.albums, key);
  return 204;
}

export function swapAlbums(state: State, sent: Swap): Answered {
  if (sent.a === sent.b) return 400;
  const [a, b] = [byKey(state.albums, sent.a), byKey(state.albums, sent.b)];
  if (!a || !b) return 404;
  return swap([a, b], sent) ? 200 : 409;
}

export const reorderAlbums = (state: State, wanted?: number[]): Answered =>
  numberAnew(state.albums, wanted) ? 200 : 409;

// ── Photos ─────────────────────────────────────────────────────────────────────────────────────

/** A file as it is sent. */
export interface NewPhoto {
  stem: string;
  extension: string;
  picture: number;
}

/** `sea.jpg`, or `sea-2.jpg` if the album has a file of that name, in the trash too. */
function freeFile(
  { trash }: State,
  album: Album,
  { stem, extension }: NewPhoto,
) {
  const trashed = trash.flatMap((item) =>
    item.kind === "photo" && item.of === album.key ? [item.thing] : [],
  );
  const taken = [...album.photos, ...trashed].map(({ file }) => file);
  for (let n = 1; ; n++) {
    const file = `${stem}${n > 1 ? `-${n}` : ""}.${extension}`;
    if (!taken.includes(file)) return file;
  }
}

/** `sea.webp`, or `sea-jpg.webp` if a photo of the album has ever had that name. */
function freeName({ usedNames }: Album, file: string) {
  const [stem, extension] = file.split(".");
  for (let n = 0; ; n++) {
    const more = n === 0 ? "" : `-${extension}${n > 1 ? n : ""}`;
    const name = `${stem}${more}.webp`;
    if (!usedNames.includes(name)) return name;
  }
}

/**
 * Adds photos at the end of an album, by the names of their files.
 * @param keyOf the key that the site has given to the photo of a name
 */
export function addPhotos(
  state: State,
  albumName: string,
  sent: NewPhoto[],
  keyOf: (name: string) => number,
): Answered {
  const album = state.albums.find(({ name }) => name === albumName);
  if (!album) return 404;
  const files = sent.map((photo) => {
    const file = freeFile(state, album, photo);
    // Its name and its place follow once all files are there.
    const { picture } = photo;
    const blank = { title: "", desc: "", date: null, show: true, ready: false };
    album.photos.push({ key: 0, file, name: "", picture, order: 0, ...blank });
    return file;
  });
  const added = album.photos.filter(({ key }) => key === 0);
  for (const photo of added.sort((a, b) => (a.file < b.file ? -1 : 1))) {
    photo.name = freeName(album, photo.file);
    photo.key = keyOf(photo.name);
    photo.order = nextOrder(album.photos);
    album.usedNames.push(photo.name);
  }
  return { status: 201, body: { files } };
}

export const albumOfPhoto = (state: State, key: number) =>
  state.albums.find(({ photos }) => byKey(photos, key));

const photoOf = (state: State, key: number) =>
  albumOfPhoto(state, key)?.photos.find((photo) => photo.key === key);

export interface PhotoSave extends AlbumSave {
  date?: string | null;
}

export const versionOfPhoto = ({ title, desc, date, show }: Photo) => [
  title,
  desc,
  date,
  show,
];

export function savePhoto(
  state: State,
  key: number,
  fields: PhotoSave,
  known?: unknown,
): Answered {
  const photo = photoOf(state, key);
  if (!photo) return 404;
  if (known !== undefined && !isSame(versionOfPhoto(photo), known)) return 409;
  Object.assign(photo, fields);
  return 200;
}

export function showPhoto(state: State, key: number, show?: boolean): Answered {
  const photo = photoOf(state, key);
  if (!photo) return 404;
  photo.show = show ?? !photo.show;
  return { status: 200, body: { show: photo.show } };
}

export function deletePhoto(
  state: State,
  key: number,
  trashKey: number,
): Answered {
  const album = albumOfPhoto(state, key);
  if (!album) return 404;
  const thing = byKey(album.photos, key)!;
  state.trash.push({ key: trashKey, kind: "photo", thing, of: album.key });
  album.photos = without(album.photos, key);
  return 204;
}

export function swapPhotos(state: State, album: number, sent: Swap): Answered {
  if (sent.a === sent.b) return 400;
  const photos = byKey(state.albums, album)?.photos ?? [];
  const [a, b] = [byKey(photos, sent.a), byKey(photos, sent.b)];
  if (!a || !b) return 404;
  return swap([a, b], sent) ? 200 : 409;
}

export function reorderPhotos(
  state: State,
  key: number,
  wanted?: number[],
): Answered {
  const album = byKey(state.albums, key);
  if (!album) return 404;
  if (!numberAnew(album.photos, wanted)) return 409;
  const keys = inOrder(album.photos).map(({ key }) => ({ p_key: key }));
  return { status: 200, body: keys };
}
