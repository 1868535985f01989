import { inOrder } from "../rules/order.ts";
import type { Find, Image, Photo, State } from "../rules/state.ts";
import { publicPlace } from "./grid.ts";

/** What everybody is to see of a state, in the form of the site's answers. */

/** Newest first. Keys grow with the time of upload. */
export const shownFinds = ({ finds }: State) =>
  finds
    .filter(({ show }) => show)
    .sort((a, b) =>
      a.date === b.date ? b.key - a.key : a.date < b.date ? 1 : -1,
    );

const inKeyOrder = <T extends { key: number }>(things: T[]) =>
  [...things].sort((a, b) => a.key - b.key);

export const publicImages = ({ images }: Find): Image[] =>
  inKeyOrder(images).filter(({ show, ready }) => show && ready);

/** The names of a rock's artists, sorted, because their order isn't always promised. */
export const artistsOfRock = (state: State, number: number): string[] =>
  (state.rocks.find((rock) => rock.number === number)?.artists ?? [])
    .map((key) => state.artists.find((artist) => artist.key === key)!.name)
    .sort();

export const publicFinds = (state: State, rock?: number) =>
  shownFinds(state)
    .filter((find) => rock === undefined || find.rock === rock)
    .map((find) => ({
      rock_number: find.rock,
      uuid: find.uuid,
      date: find.date.slice(0, 10),
      location: find.location,
      comment: find.comment,
      lang: "en",
      imagenames: publicImages(find).map(({ name }) => name),
      imagedescriptions: publicImages(find).map(
        ({ description }) => description,
      ),
      artists: artistsOfRock(state, find.rock),
    }));

/** A rock's newest shown find with a place is its pin. Each find of rock 0 is one of its own. */
export function pins(state: State) {
  const placed = shownFinds(state).filter(({ place }) => place);
  return placed
    .filter(
      (find) =>
        find.rock === 0 ||
        placed.find(({ rock }) => rock === find.rock) === find,
    )
    .map((find) => ({
      rps_key: find.key,
      ...publicPlace(find)!,
      rock_number: find.rock,
    }))
    .sort((a, b) => a.rock_number - b.rock_number || a.rps_key - b.rps_key);
}

/** The key is only of finds of rock 0. */
export const packedPins = (state: State) =>
  pins(state).map(({ rps_key, rock_number, ...place }) => ({
    rps_key: rock_number === 0 ? rps_key : 0,
    rock_number,
    ...place,
  }));

export const totals = (state: State) => ({
  rocks_found: state.rocks.filter(({ number }) =>
    state.finds.some(({ rock, show }) => show && rock === number),
  ).length,
  total_rocks: state.rocks.length,
});

export const catalogue = (state: State) =>
  [...state.rocks]
    .sort((a, b) => a.number - b.number)
    .map(({ number }) => ({
      rock_number: number,
      artists: artistsOfRock(state, number),
    }))
    .map((item) => ({
      ...item,
      artists: item.artists.length > 0 ? item.artists : ["UNKNOWN"],
    }));

export const route = (state: State, rock: number) => {
  const oldestFirst = shownFinds(state)
    .filter((find) => find.rock === rock)
    .reverse();
  return oldestFirst.flatMap((find, index) =>
    find.place
      ? [
          {
            uuid: find.uuid,
            number: index + 1,
            date: find.date.slice(0, 10),
            location: find.location,
            ...publicPlace(find)!,
            ...(find.precision > 0 ? { precision: find.precision } : {}),
          },
        ]
      : [],
  );
};

export function summary(state: State, rock: number) {
  const days = shownFinds(state)
    .filter((find) => find.rock === rock)
    .map(({ date }) => date.slice(0, 10));
  return {
    rock_number: rock,
    trips: days.length,
    first: days.at(-1) ?? "",
    latest: days[0] ?? "",
    artists: artistsOfRock(state, rock),
    in_catalogue: state.rocks.some(({ number }) => number === rock),
  };
}

export const publicPhotos = (photos: Photo[]) =>
  inOrder(photos).filter(({ show, ready }) => show && ready);

export const describePhoto = (photo: Photo) => ({
  p_key: photo.key,
  name: photo.name,
  display_name: photo.title,
  desc: photo.desc,
  date: photo.date,
  order_num: photo.order,
  show: photo.show,
});

export const publicAlbums = ({ albums }: State) =>
  inOrder(albums)
    .filter(({ show }) => show)
    .map((album) => ({
      pa_key: album.key,
      name: album.name,
      display_name: album.title,
      desc: album.desc,
      show: true,
      order_num: album.order,
      count: publicPhotos(album.photos).length,
      first_image_name: publicPhotos(album.photos)[0]?.name ?? null,
    }));
