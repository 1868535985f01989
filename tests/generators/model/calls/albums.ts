import * as rules from "../rules/albums.ts";
import { inOrder, type Swap } from "../rules/order.ts";
import { applyRule } from "../rules/outcome.ts";
import { extensionOf } from "../pictures.ts";
import { formOf, trashKeyOf, type Call } from "./call.ts";
import {
  choose,
  chooseKey,
  chooseShow,
  chooseVersion,
  textOf,
  type MakeCall,
} from "./pick.ts";

/** Calls about albums and their photos. */

/** Few, so that they are taken sometimes. */
const NAMES = ["sea", "wood", "2026"];

const addAlbum: MakeCall = (_state, { a, b, id }) => {
  const name = choose(NAMES, a)!;
  const save: rules.AlbumSave = {
    title: textOf("Album", id),
    desc: choose(["", textOf("By the sea", id)], b),
    show: choose([true, undefined, true, false], b),
  };
  return {
    says: `add album ${name}`,
    who: "admin",
    method: "POST",
    path: "/api/albums",
    body: { name, display_name: save.title, desc: save.desc, show: save.show },
    apply: (state, { body }) =>
      applyRule(state, (copy) =>
        rules.addAlbum(copy, name, save, (body as { pa_key: number }).pa_key),
      ),
  };
};

const makeFolder: MakeCall = (_state, { a }) => {
  const name = choose(NAMES, a)!;
  return {
    says: `make the folder of album ${name}`,
    who: "admin",
    method: "POST",
    path: `/api/albums/${name}/init-folder`,
    body: {},
    apply: (state) => applyRule(state, (copy) => rules.makeFolder(copy, name)),
  };
};

const saveAlbum: MakeCall = (state, chance) => {
  const { a, b, id } = chance;
  const key = chooseKey(state.albums, a);
  if (key === undefined) return undefined;
  const save: rules.AlbumSave = {
    title: textOf("Renamed album", id),
    ...(b % 2 ? { desc: b % 8 === 1 ? "" : textOf("By the lake", id) } : {}),
    ...(b % 3 ? {} : { show: b % 4 > 0 }),
  };
  const { known, headers } = chooseVersion(chance, `album ${key}`);
  return {
    says: `save album ${key}`,
    who: "other admin",
    method: "PUT",
    path: `/api/albums/${key}`,
    headers,
    body: {
      display_name: save.title,
      // Both empty it.
      desc: save.desc === "" && a % 2 ? null : save.desc,
      show: save.show,
    },
    apply: (state) =>
      applyRule(state, (copy) => rules.saveAlbum(copy, key, save, known)),
  };
};

const showAlbum: MakeCall = (state, { a, b }) => {
  const key = chooseKey(state.albums, a);
  const show = chooseShow(b);
  return key === undefined
    ? undefined
    : {
        says: `show or hide album ${key}`,
        who: "admin",
        method: "PATCH",
        path: `/api/albums/${key}/show`,
        body: { show },
        apply: (state) =>
          applyRule(state, (copy) => rules.showAlbum(copy, key, show)),
      };
};

const deleteAlbum: MakeCall = (state, { a }) => {
  const key = chooseKey(state.albums, a);
  return key === undefined ? undefined : removeAlbum(key);
};

export const removeAlbum = (key: number): Call => ({
  says: `delete album ${key}`,
  who: "admin",
  method: "DELETE",
  path: `/api/albums/${key}`,
  apply: (state, answer) =>
    applyRule(state, (copy) =>
      rules.deleteAlbum(copy, key, trashKeyOf(answer)),
    ),
});

/** Two things of a list, with the numbers that they have; now and then with numbers that nobody has. */
function chooseSwap(
  things: { key: number; order: number }[],
  { a, b, c }: { a: number; b: number; c: number },
): Swap | undefined {
  const [one, other] = [choose(things, a), choose(things, b)];
  if (!one || !other) return undefined;
  const isExchanged = c % 2 === 1;
  const stale = c % 7 === 6 ? 1 : 0;
  return {
    a: one.key,
    aOrder: (isExchanged ? other : one).order + stale,
    b: other.key,
    bOrder: (isExchanged ? one : other).order,
  };
}

/** All keys in another order; undefined to close holes only; or one key too few. */
function chooseOrder(things: { key: number; order: number }[], n: number) {
  if (n % 3 === 0) return undefined;
  const keys = inOrder(things).map(({ key }) => key);
  const turned = [...keys.slice(n % (keys.length || 1)), ...keys].slice(
    0,
    keys.length,
  );
  return n % 7 === 6 ? turned.slice(1) : turned;
}

const swapAlbums: MakeCall = (state, chance) => {
  const swap = chooseSwap(state.albums, chance);
  return (
    swap && {
      says: `swap albums ${swap.a} and ${swap.b}`,
      who: "admin",
      method: "POST",
      path: "/api/albums/reorder",
      body: {
        a_key: swap.a,
        a_order: swap.aOrder,
        b_key: swap.b,
        b_order: swap.bOrder,
      },
      apply: (state) =>
        applyRule(state, (copy) => rules.swapAlbums(copy, swap)),
    }
  );
};

const reorderAlbums: MakeCall = (state, { a }) => {
  const order = chooseOrder(state.albums, a);
  return {
    says: "number all albums anew",
    who: "other admin",
    method: "POST",
    path: "/api/albums/reorder-all",
    body: { order },
    apply: (state) =>
      applyRule(state, (copy) => rules.reorderAlbums(copy, order)),
  };
};

// ── Photos ─────────────────────────────────────────────────────────────────────────────────────

const addPhotos: MakeCall = (state, { a, b, id }) => {
  const album = choose(state.albums, a);
  if (!album) return undefined;
  const sent = Array.from({ length: 1 + (b % 3) }, (_, n) => ({
    stem: choose(["boat", "gull"], b + n)!,
    picture: id * 8 + n,
    extension: extensionOf(id * 8 + n),
  }));
  return {
    says: `add ${sent.length} photos to album ${album.name}`,
    who: "admin",
    method: "POST",
    path: `/api/albums/${album.name}/upload-images`,
    makeForm: () =>
      formOf(
        {},
        "files",
        sent.map(({ picture, stem }) => ({ picture, name: stem })),
      ),
    waits: true,
    learn: async (get) => {
      const photos = await get(`/api/albums/${album.key}/photos`);
      return new Map(
        (photos as { p_key: number; name: string }[]).map((photo) => [
          photo.name,
          photo.p_key,
        ]),
      );
    },
    apply: (state, { learned }) =>
      applyRule(state, (copy) =>
        rules.addPhotos(
          copy,
          album.name,
          sent,
          (name) =>
            (learned as Map<string, number> | undefined)?.get(name) ?? -1,
        ),
      ),
  };
};

const photosOf = (state: Parameters<MakeCall>[0]) =>
  state.albums.flatMap(({ photos }) => photos);

const savePhoto: MakeCall = (state, chance) => {
  const { a, b, id } = chance;
  const key = chooseKey(photosOf(state), a);
  if (key === undefined) return undefined;
  const save: rules.PhotoSave = {
    title: textOf("Photo", id),
    ...(b % 2 ? { date: choose([null, "1999-12-31"], b >> 1) } : {}),
    ...(b % 3 ? {} : { show: b % 4 > 0 }),
  };
  const { known, headers } = chooseVersion(chance, `photo ${key}`);
  return {
    says: `save photo ${key}`,
    who: "other admin",
    method: "PUT",
    path: `/api/albums/photos/${key}`,
    headers,
    body: { display_name: save.title, date: save.date, show: save.show },
    apply: (state) =>
      applyRule(state, (copy) => rules.savePhoto(copy, key, save, known)),
  };
};

const showPhoto: MakeCall = (state, { a, b }) => {
  const key = chooseKey(photosOf(state), a);
  const show = chooseShow(b);
  return key === undefined
    ? undefined
    : {
        says: `show or hide photo ${key}`,
        who: "admin",
        method: "POST",
        path: `/api/albums/photos/${key}/toggle-show`,
        body: { show },
        apply: (state) =>
          applyRule(state, (copy) => rules.showPhoto(copy, key, show)),
      };
};

const deletePhoto: MakeCall = (state, { a }) => {
  const key = chooseKey(photosOf(state), a);
  return key === undefined
    ? undefined
    : {
        says: `delete photo ${key}`,
        who: "admin",
        method: "DELETE",
        path: `/api/albums/photos/${key}`,
        apply: (state, answer) =>
          applyRule(state, (copy) =>
            rules.deletePhoto(copy, key, trashKeyOf(answer)),
          ),
      };
};

const swapPhotos: MakeCall = (state, chance) => {
  const album = choose(state.albums, chance.c);
  const swap = album && chooseSwap(album.photos, chance);
  return (
    swap && {
      says: `swap photos ${swap.a} and ${swap.b}`,
      who: "admin",
      method: "POST",
      path: `/api/albums/${album.key}/photos/swap`,
      body: {
        photo1: { p_key: swap.a, order_num: swap.aOrder },
        photo2: { p_key: swap.b, order_num: swap.bOrder },
      },
      apply: (state) =>
        applyRule(state, (copy) => rules.swapPhotos(copy, album.key, swap)),
    }
  );
};

const reorderPhotos: MakeCall = (state, { a, b }) => {
  const album = choose(state.albums, a);
  if (!album) return undefined;
  const order = chooseOrder(album.photos, b);
  return {
    says: `number the photos of album ${album.name} anew`,
    who: "other admin",
    method: "POST",
    path: `/api/albums/${album.key}/photos/reorder-all`,
    body: { order },
    apply: (state) =>
      applyRule(state, (copy) => rules.reorderPhotos(copy, album.key, order)),
  };
};

/** How often each is made, and how. */
export const albumCalls: [number, MakeCall][] = [
  [4, addAlbum],
  [1, makeFolder],
  [2, saveAlbum],
  [3, showAlbum],
  [2, deleteAlbum],
  [2, swapAlbums],
  [2, reorderAlbums],
  [5, addPhotos],
  [2, savePhoto],
  [2, showPhoto],
  [3, deletePhoto],
  [3, swapPhotos],
  [2, reorderPhotos],
];
