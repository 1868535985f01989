import { extensionOf } from "../../pictures.ts";
import { byKey, live, nextOrder, partsOf } from "../state.ts";
import {
  byAdmin,
  choose,
  formOf,
  someOf,
  textOf,
  type MakeCall,
} from "./call.ts";
import { removing, saving, showing } from "./things.ts";

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

/** How often each is made, and how. */
export const albumCalls: [number, MakeCall][] = [
  [4, addAlbum],
  [2, saveAlbum],
  [3, showing("albums", "PATCH")],
  [2, removing("albums")],
  [5, addPhotos],
  [2, savePhoto],
  [2, showing("photos")],
  [3, removing("photos")],
];
