import { inOrder } from "../rules/order.ts";
import { isWaiting } from "../rules/finds.ts";
import type { Album, Find, Rock, State } from "../rules/state.ts";
import { publicPlace } from "./grid.ts";

/** What the admin is to see of a state, in the form of the site's answers. */

export const adminFind = (find: Find) => ({
  rps_key: find.key,
  uuid: find.uuid,
  rock_number: find.rock,
  location: find.location,
  latitude: find.place?.latitude ?? null,
  longitude: find.place?.longitude ?? null,
  precision: find.precision,
  public_latitude: publicPlace(find)?.latitude ?? null,
  public_longitude: publicPlace(find)?.longitude ?? null,
  no_place: find.noPlace,
  date: find.date,
  comment: find.comment,
  lang: "en",
  name: find.name,
  email: find.email,
  show: find.show,
  total_images: find.images.length,
  originals_pending: find.images.filter(({ isCopy }) => isCopy).length,
  suggestion: find.suggestion,
});

export const findImages = ({ images }: Find) =>
  [...images]
    .sort((a, b) => a.key - b.key)
    .map(({ key, name, show, description }) => ({
      rpi_key: key,
      current_name: name,
      description,
      show,
      error: null,
    }));

/** What the finder's own device is told. */
export const findState = ({ uuid, rock, date, show }: Find) => ({
  uuid,
  rock_number: rock,
  date: date.slice(0, 10),
  show,
});

export const adminRock = ({ key, number, comment, artists }: Rock) => ({
  rc_key: key,
  rock_number: number,
  comment,
  artists: [...artists].sort((a, b) => a - b),
  error: null,
});

export const adminAlbums = ({ albums }: State) =>
  inOrder(albums).map((album) => ({
    pa_key: album.key,
    name: album.name,
    display_name: album.title,
    desc: album.desc,
    show: album.show,
    order_num: album.order,
    count: album.photos.length,
    first_image_name:
      inOrder(album.photos).find(({ ready }) => ready)?.name ?? null,
  }));

export const areAllReady = ({ photos }: Album) =>
  photos.every(({ ready }) => ready);

/** Newest first. */
export const trash = (state: State) =>
  [...state.trash]
    .sort((a, b) => b.key - a.key)
    .map(({ key, kind }) => ({ trash_key: key, kind }));

/** Oldest first: what nobody has decided on. */
export const waiting = ({ finds }: State) =>
  finds
    .filter(isWaiting)
    .map(({ key }) => key)
    .sort((a, b) => a - b);
