import * as rules from "../rules/albums.ts";
import { inOrder, type Swap } from "../rules/order.ts";
import type { State } from "../rules/state.ts";
import { extensionOf } from "../pictures.ts";
import { byAdmin, byOtherAdmin, formOf, trashKeyOf } from "./call.ts";
import {
  about,
  choose,
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
  return byAdmin(
    "POST /api/albums",
    (copy, { body }) =>
      rules.addAlbum(copy, name, save, (body as { pa_key: number }).pa_key),
    {
      body: {
        name,
        display_name: save.title,
        desc: save.desc,
        show: save.show,
      },
    },
  );
};

const makeFolder: MakeCall = (_state, { a }) => {
  const name = choose(NAMES, a)!;
  return byAdmin(
    `POST /api/albums/${name}/init-folder`,
    (copy) => rules.makeFolder(copy, name),
    { body: {} },
  );
};

const saveAlbum: MakeCall = (state, chance) => {
  const { a, b, id } = chance;
  return about(state.albums, a, (key) => {
    const save: rules.AlbumSave = {
      title: textOf("Renamed album", id),
      ...(b % 2 ? { desc: b % 8 === 1 ? "" : textOf("By the lake", id) } : {}),
      ...(b % 3 ? {} : { show: b % 4 > 0 }),
    };
    const { known, headers } = chooseVersion(chance, `album ${key}`);
    return byOtherAdmin(
      `PUT /api/albums/${key}`,
      (copy) => rules.saveAlbum(copy, key, save, known),
      {
        headers,
        body: {
          display_name: save.title,
          // Both empty it.
          desc: save.desc === "" && a % 2 ? null : save.desc,
          show: save.show,
        },
      },
    );
  });
};

const showAlbum: MakeCall = (state, { a, b }) =>
  about(state.albums, a, (key) => {
    const show = chooseShow(b);
    return byAdmin(
      `PATCH /api/albums/${key}/show`,
      (copy) => rules.showAlbum(copy, key, show),
      { body: { show } },
    );
  });

const deleteAlbum: MakeCall = (state, { a }) =>
  about(state.albums, a, removeAlbum);

export const removeAlbum = (key: number) =>
  byAdmin(`DELETE /api/albums/${key}`, (copy, answer) =>
    rules.deleteAlbum(copy, key, trashKeyOf(answer)),
  );

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
    swap &&
    byAdmin(
      "POST /api/albums/reorder",
      (copy) => rules.swapAlbums(copy, swap),
      {
        body: {
          a_key: swap.a,
          a_order: swap.aOrder,
          b_key: swap.b,
          b_order: swap.bOrder,
        },
      },
    )
  );
};

const reorderAlbums: MakeCall = (state, { a }) => {
  const order = chooseOrder(state.albums, a);
  return byOtherAdmin(
    "POST /api/albums/reorder-all",
    (copy) => rules.reorderAlbums(copy, order),
    { body: { order } },
  );
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
  return byAdmin(
    `POST /api/albums/${album.name}/upload-images`,
    (copy, { learned }) =>
      rules.addPhotos(
        copy,
        album.name,
        sent,
        (name) => (learned as Map<string, number> | undefined)?.get(name) ?? -1,
      ),
    {
      says: `${sent.length} photos`,
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
    },
  );
};

const photosOf = ({ albums }: State) => albums.flatMap(({ photos }) => photos);

const savePhoto: MakeCall = (state, chance) => {
  const { a, b, id } = chance;
  return about(photosOf(state), a, (key) => {
    const save: rules.PhotoSave = {
      title: textOf("Photo", id),
      ...(b % 2 ? { date: choose([null, "1999-12-31"], b >> 1) } : {}),
      ...(b % 3 ? {} : { show: b % 4 > 0 }),
    };
    const { known, headers } = chooseVersion(chance, `photo ${key}`);
    return byOtherAdmin(
      `PUT /api/albums/photos/${key}`,
      (copy) => rules.savePhoto(copy, key, save, known),
      {
        headers,
        body: { display_name: save.title, date: save.date, show: save.show },
      },
    );
  });
};

const showPhoto: MakeCall = (state, { a, b }) =>
  about(photosOf(state), a, (key) => {
    const show = chooseShow(b);
    return byAdmin(
      `POST /api/albums/photos/${key}/toggle-show`,
      (copy) => rules.showPhoto(copy, key, show),
      { body: { show } },
    );
  });

const deletePhoto: MakeCall = (state, { a }) =>
  about(photosOf(state), a, (key) =>
    byAdmin(`DELETE /api/albums/photos/${key}`, (copy, answer) =>
      rules.deletePhoto(copy, key, trashKeyOf(answer)),
    ),
  );

const swapPhotos: MakeCall = (state, chance) => {
  const album = choose(state.albums, chance.c);
  const swap = album && chooseSwap(album.photos, chance);
  return (
    swap &&
    byAdmin(
      `POST /api/albums/${album.key}/photos/swap`,
      (copy) => rules.swapPhotos(copy, album.key, swap),
      {
        body: {
          photo1: { p_key: swap.a, order_num: swap.aOrder },
          photo2: { p_key: swap.b, order_num: swap.bOrder },
        },
      },
    )
  );
};

const reorderPhotos: MakeCall = (state, { a, b }) => {
  const album = choose(state.albums, a);
  if (!album) return undefined;
  const order = chooseOrder(album.photos, b);
  return byOtherAdmin(
    `POST /api/albums/${album.key}/photos/reorder-all`,
    (copy) => rules.reorderPhotos(copy, album.key, order),
    { body: { order } },
  );
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
