import { extensionOf } from "../pictures.ts";
import { byKey, live, nextOrder, partsOf } from "../state.ts";
import {
  byAdmin,
  byOtherAdmin,
  choose,
  formOf,
  someOf,
  textOf,
  type MakeCall,
} from "./call.ts";
import {
  chooseOrder,
  chooseSwap,
  numberAnew,
  removing,
  saving,
  showing,
  swap,
} from "./things.ts";

/** Calls about albums and their photos. */

/** Few, so that they are taken sometimes. */
const NAMES = ["sea", "wood", "2026"];

const addAlbum: MakeCall = (_state, { a, b, id }) => {
  const name = choose(NAMES, a)!;
  const made = {
    display_name: textOf("Album", id),
    desc: choose(["", textOf("By the sea", id)], b)!,
    show: choose([true, true, false], b)!,
  };
  return byAdmin(
    "POST /api/albums",
    (copy, { body }) => {
      if (copy.albums.some((album) => album.name === name)) return 409;
      const order_num = nextOrder(live(copy, "albums"));
      const { pa_key: key } = body as { pa_key: number };
      copy.albums.push({ key, name, ...made, order_num });
      return { status: 201, body: { name, order_num } };
    },
    { body: { name, ...made } },
  );
};

const saveAlbum = saving("albums", (_state, { a, b, c, id }) =>
  someOf(
    {
      display_name: textOf("Renamed album", id),
      desc: b % 8 === 1 ? "" : textOf("By the lake", id),
      show: c % 4 > 0,
    },
    a,
  ),
);

const swapAlbums: MakeCall = (state, chance) => {
  const sent = chooseSwap(live(state, "albums"), chance);
  if (!sent) return undefined;
  const [a, b] = sent;
  return byAdmin(
    "POST /api/albums/reorder",
    (copy) => swap(live(copy, "albums"), sent),
    {
      body: {
        ...{ a_key: a.key, a_order: a.order_num },
        ...{ b_key: b.key, b_order: b.order_num },
      },
    },
  );
};

const reorderAlbums: MakeCall = (state, { a }) => {
  const order = chooseOrder(live(state, "albums"), a);
  return byOtherAdmin(
    "POST /api/albums/reorder-all",
    (copy) => numberAnew(live(copy, "albums"), order),
    { body: { order } },
  );
};

// ── Photos ─────────────────────────────────────────────────────────────────────────────────────

const addPhotos: MakeCall = (state, { a, b, id }) => {
  const album = choose(live(state, "albums"), a);
  if (!album) return undefined;
  const sent = Array.from({ length: 1 + (b % 3) }, (_, n) => ({
    name: choose(["boat", "gull"], b + n)!,
    picture: id * 8 + n,
  }));
  return byAdmin(
    `POST /api/albums/${album.name}/upload-images`,
    (copy, { learned }) => {
      if (!byKey(live(copy, "albums"), album.key)) return 404;
      const taken = copy.photos
        .filter(({ of }) => of === album.key)
        .map(({ file }) => file);
      const files = sent.map(({ name, picture }) => {
        const file = freeFile(taken, name, extensionOf(picture));
        taken.push(file);
        return { file, picture };
      });
      const rows = (
        (learned ?? []) as { p_key: number; name: string }[]
      ).filter(({ p_key }) => !byKey(copy.photos, p_key));
      const byName = [...files].sort((x, y) => (x.file < y.file ? -1 : 1));
      for (const [n, { file, picture }] of byName.entries())
        copy.photos.push({
          ...{ key: rows[n]?.p_key ?? -1, of: album.key, file, picture },
          ...{
            name: rows[n]?.name ?? "",
            display_name: "",
            desc: "",
            date: null,
          },
          order_num: nextOrder(partsOf(copy.photos, album)),
          ...{ show: true, ready: false },
        });
      return { status: 201, body: { files: files.map(({ file }) => file) } };
    },
    {
      says: `${sent.length} photos`,
      makeForm: () => formOf({}, "files", sent),
      waits: true,
      learn: (get) => get(`/api/albums/${album.key}/photos`),
    },
  );
};

/** `sea.jpg`, or `sea-2.jpg` if the album has a file of that name, in the trash too. */
function freeFile(taken: string[], stem: string, extension: string) {
  for (let n = 1; ; n++) {
    const file = `${stem}${n > 1 ? `-${n}` : ""}.${extension}`;
    if (!taken.includes(file)) return file;
  }
}

const savePhoto = saving("photos", (_state, { a, b, c, id }) =>
  someOf(
    {
      display_name: textOf("Photo", id),
      date: choose([null, "1999-12-31"], b)!,
      show: c % 4 > 0,
    },
    a,
  ),
);

const swapPhotos: MakeCall = (state, chance) => {
  const album = choose(live(state, "albums"), chance.c);
  const sent = album && chooseSwap(partsOf(state.photos, album), chance);
  if (!sent) return undefined;
  const [photo1, photo2] = sent.map(({ key, order_num }) => ({
    p_key: key,
    order_num,
  }));
  return byAdmin(
    `POST /api/albums/${album.key}/photos/swap`,
    (copy) => {
      const there = byKey(live(copy, "albums"), album.key);
      return swap(there ? partsOf(copy.photos, there) : [], sent);
    },
    { body: { photo1, photo2 } },
  );
};

const reorderPhotos: MakeCall = (state, { a, b }) => {
  const album = choose(live(state, "albums"), a);
  if (!album) return undefined;
  const order = chooseOrder(partsOf(state.photos, album), b);
  return byOtherAdmin(
    `POST /api/albums/${album.key}/photos/reorder-all`,
    (copy) =>
      byKey(live(copy, "albums"), album.key)
        ? numberAnew(partsOf(copy.photos, album), order)
        : 404,
    { body: { order } },
  );
};

/** How often each is made, and how. */
export const albumCalls: [number, MakeCall][] = [
  [4, addAlbum],
  [2, saveAlbum],
  [3, showing("albums", "PATCH")],
  [2, removing("albums")],
  [2, swapAlbums],
  [2, reorderAlbums],
  [5, addPhotos],
  [2, savePhoto],
  [2, showing("photos")],
  [3, removing("photos")],
  [3, swapPhotos],
  [2, reorderPhotos],
];
