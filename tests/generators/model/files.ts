import type { PictureId } from "../pictures.ts";
import {
  byKey,
  live,
  type Image,
  type Kind,
  type Photo,
  type State,
} from "./state.ts";

/** The files that a state is to have in the store, and the addresses of pictures. */

interface Stored {
  /** The folder and the bytes of each original. */
  originals: [string, PictureId][];
  derivatives: string[];
}

/** What each picture has in the store, whether it is in the trash or not. */
const STORED = {
  images(state: State, { of, current_name, picture, late }: Image): Stored {
    const { from, uuid } = byKey(state.finds, of)!;
    const folder = `rocks/${from}/${uuid}`;
    const all = [{ picture, name: current_name }, ...(late ? [late] : [])];
    return {
      originals: all.map((one) => [`${folder}/original`, one.picture]),
      derivatives: all.flatMap(({ name }) =>
        ["sm", "webp640", "webp"].map(
          (kind) => `${folder}/${kind}/${name}.webp`,
        ),
      ),
    };
  },
  rocks: (_state: State, { folder, picture }: State["rocks"][0]): Stored => ({
    originals: [[`${folder}/original`, picture]],
    derivatives: ["a", "a_sm", "a_xs", "pin"].map(
      (kind) => `${folder}/${kind}.webp`,
    ),
  }),
  photos(state: State, { of, name, picture }: Photo): Stored {
    const folder = `albums/${byKey(state.albums, of)!.name}`;
    return {
      originals: [[folder, picture]],
      derivatives: ["webp", "webp640", "webp300x300"].map(
        (kind) => `${folder}/${kind}/${name}`,
      ),
    };
  },
};

const listStored = (state: State, list: (kind: Kind) => unknown[]) =>
  (Object.keys(STORED) as (keyof typeof STORED)[]).flatMap((kind) =>
    list(kind).map((thing) => STORED[kind](state, thing as never)),
  );

/** All originals, in the trash too. */
export const originals = (state: State) =>
  listStored(state, (kind) => state[kind]).flatMap((one) => one.originals);

/** The derivatives of everything that isn't in the trash, once they are all made. */
export const derivatives = (state: State) =>
  listStored(state, (kind) => live(state, kind))
    .flatMap((one) => one.derivatives)
    .sort();

/** What is in the trash keeps the derivatives that were made until then. */
export function derivativesInTrash(state: State) {
  const away = (kind: Kind) => {
    const there = live(state, kind).map(({ key }) => key);
    return state[kind].filter(({ key }) => !there.includes(key));
  };
  const stored = listStored(state, away).flatMap((one) => one.derivatives);
  return new Set(stored);
}

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
  for (const image of live(state, "images")) {
    const { rock_number, uuid, show } = byKey(state.finds, image.of)!;
    // The address follows the find's number.
    const folder = `rocks/${rock_number}/${uuid}/sm`;
    const isShown = show && image.show;
    add(`${folder}/${image.current_name}.webp`, isShown, image.ready);
    if (image.late) add(`${folder}/${image.late.name}.webp`, false, true);
  }
  for (const { rock_number, ready } of live(state, "rocks"))
    add(`catalog/${rock_number}/a_sm.webp`, true, ready);
  for (const photo of live(state, "photos")) {
    const { name, show } = byKey(state.albums, photo.of)!;
    const file = `albums/${name}/webp300x300/${photo.name}`;
    add(file, show && photo.show, photo.ready);
  }
  return all;
}
