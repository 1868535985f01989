import {
  about,
  byAdmin,
  choose,
  formOf,
  isUnknown,
  removing,
  saving,
  showing,
  someOf,
  textOf,
  versionFor,
  type Call,
  type MakeCall,
} from "./call.ts";
import { rowOf, type Rows } from "./rows.ts";

/** Calls about rocks, artists, albums, photos and the trash. */

/** One artist or two. */
function chooseArtists({ artists }: Rows, n: number) {
  const keys = artists.map(({ ra_key }) => ra_key);
  const [one, other] = [choose(keys, n)!, choose(keys, n >> 3)!];
  return one === other || n % 2 ? [one] : [one, other];
}

const inOrder = (keys: number[]) => keys.toSorted((a, b) => a - b);

const rockForm = (
  fields: object,
  artists: number[] | undefined,
  pictures: number[],
) => ({
  says: `${JSON.stringify(fields)}, artists ${artists?.join() ?? "as they are"}, ${pictures.length} pictures`,
  makeForm: () =>
    formOf(
      { ...fields, artist_keys: artists && JSON.stringify(artists) },
      "image",
      pictures.map((picture) => ({ picture })),
    ),
});

const addRock: MakeCall = (rows, { a, b, id }) => {
  const rock_number = choose([7, 8, 7, 100_000], a)!;
  const isTaken = rows.rocks.some((rock) => rock.rock_number === rock_number);
  const fields = { rock_number, comment: textOf("A fox", id) };
  const artists = chooseArtists(rows, b);
  const form = rockForm(fields, artists, [id * 8]);
  return byAdmin("POST /api/rocks", {
    ...form,
    refusal: isTaken ? 409 : undefined,
    makes: [["rocks", { ...fields, artists: inOrder(artists).join() }]],
  });
};

const saveRock = about("rocks", "PUT …", (rock, chance, rows) => {
  const { a, b, id } = chance;
  const comment = a % 3 === 0 ? undefined : textOf("An old fox", id);
  const artists = a % 4 === 0 ? undefined : chooseArtists(rows, b);
  const pictures = b % 3 === 0 ? [id * 8] : [];
  // Artists in the trash come back to it.
  const isAway = (key: number) =>
    !rows.artists.some(({ ra_key }) => ra_key === key);
  const away = rows.links.filter(
    ({ rc_key, ra_key }) => rc_key === rock.rc_key && isAway(ra_key),
  );
  const all = [...(artists ?? []), ...away.map(({ ra_key }) => ra_key)];
  const changes = {
    ...(comment && { comment }),
    ...(artists && { artists: inOrder(all).join() }),
    ...(pictures.length > 0 && { original_file: undefined }),
  };
  return {
    ...rockForm({ comment }, artists, pictures),
    changes: () => changes,
    ...versionFor("rocks", rock, chance),
  };
});

const chooseFields = (a: number, b: number) => ({
  // Few, so that they are taken sometimes.
  display_name: choose(["Ida", "Grandma June", "ida", "Noor"], a)!,
  relation: choose(["", "aunt"], b)!,
  dob: choose([null, "1961-02-28"], b),
});

const isNameTaken = ({ artists }: Rows, name = "", except?: number) =>
  artists.some(
    ({ ra_key, display_name }) =>
      ra_key !== except && display_name.toLowerCase() === name.toLowerCase(),
  );

const addArtist: MakeCall = (rows, { a, b }) => {
  const body = chooseFields(a, b);
  const refusal = isNameTaken(rows, body.display_name) ? 409 : undefined;
  const makes: Call["makes"] = [["artists", body]];
  return byAdmin("POST /api/users", { body, refusal, makes });
};

const saveArtist = about("artists", "PUT …", (artist, chance, rows) => {
  const body = someOf(chooseFields(chance.b, chance.a), chance.c >> 2);
  const { display_name: name } = body;
  const isWrong =
    (name && isUnknown(artist)) || isNameTaken(rows, name, artist.ra_key);
  const version = versionFor("artists", artist, chance);
  return {
    body,
    changes: () => body,
    ...version,
    refusal: isWrong ? 409 : undefined,
  };
});

const addAlbum: MakeCall = ({ albums, trash }, { a, b, id }) => {
  const body = {
    // Few, so that they are taken sometimes.
    name: choose(["sea", "wood", "2026"], a)!,
    display_name: textOf("Album", id),
    desc: choose(["", textOf("By the sea", id)], b)!,
    show: choose([true, true, false], b)!,
  };
  const isAway = trash.some(
    ({ kind, rows }) =>
      kind === "album" && rows.includes(`"name":"${body.name}"`),
  );
  const isTaken = isAway || albums.some(({ name }) => name === body.name);
  return byAdmin("POST /api/albums", {
    body,
    makes: [["albums", body]],
    refusal: isTaken ? 409 : undefined,
  });
};

const saveAlbum = saving("albums", ({ a, b, c, id }) =>
  someOf(
    {
      display_name: textOf("Renamed album", id),
      desc: b % 8 === 1 ? "" : textOf("By the lake", id),
      show: c % 4 > 0,
    },
    a,
  ),
);

/** Some have a name that the album has already. */
const addPhotos: MakeCall = ({ albums }, { a, b, id }) => {
  const album = choose(albums, a);
  if (!album) return undefined;
  const pictures = Array.from({ length: 1 + (b % 3) }, (_, n) => ({
    name: choose(["boat", "gull"], b + n)!,
    picture: id * 8 + n,
  }));
  return byAdmin(`POST /api/albums/${album.name}/upload-images`, {
    says: `${pictures.length} photos`,
    about: { kind: "albums", key: album.pa_key },
    changes: () => ({}),
    makes: [["photos", { pa_key: album.pa_key, display_name: "", show: true }]],
    makeForm: () => formOf({}, "files", pictures),
    waits: true,
  });
};

const savePhoto = saving("photos", ({ a, b, c, id }) =>
  someOf(
    {
      display_name: textOf("Photo", id),
      date: choose([null, "1999-12-31"], b),
      show: c % 4 > 0,
    },
    a,
  ),
);

// ── The trash ──────────────────────────────────────────────────────────────────────────────────

type Trashed = Rows["trash"][0];

export const bringBack = (item: Trashed, rows: Rows): Call =>
  byAdmin(`POST /api/trash/${item.trash_key}/restore`, {
    ...{ body: {}, says: item.kind },
    refusal: hasRoom(item, rows) ? undefined : 409,
  });

/** Whether what it belongs to is there, and nothing has taken its number or its name. */
function hasRoom({ kind, rows: json }: Trashed, rows: Rows) {
  const away = JSON.parse(json) as Record<string, [Record<string, unknown>]>;
  switch (kind) {
    case "rock": {
      const { rock_number } = away.rocks![0];
      return rows.rocks.every((rock) => rock.rock_number !== rock_number);
    }
    case "artist":
      return !isNameTaken(rows, String(away.users![0].display_name));
    case "find-image":
      return rowOf(rows, "finds", Number(away.rock_post_images![0].rps_key));
    case "photo":
      return rowOf(rows, "albums", Number(away.photos![0].pa_key));
    default:
      return true;
  }
}

export const purge = ({ trash_key, kind }: Trashed): Call =>
  byAdmin(`DELETE /api/trash/${trash_key}`, { says: kind });

/** The newest first, as people do who have just deleted something. */
const inTrash =
  (make: (item: Trashed, rows: Rows) => Call): MakeCall =>
  (rows, { a }) => {
    const item = choose(rows.trash.toReversed(), a);
    return item && make(item, rows);
  };

/** How often each is made, and how. */
export const trashCalls: [number, MakeCall][] = [
  [10, inTrash(bringBack)],
  [3, inTrash(purge)],
];

export const rockCalls: [number, MakeCall][] = [
  [4, addRock],
  [3, saveRock],
  [2, removing("rocks")],
  [3, addArtist],
  [1, saveArtist],
  [2, removing("artists")],
];

export const albumCalls: [number, MakeCall][] = [
  [4, addAlbum],
  [2, saveAlbum],
  [3, showing("albums", "PATCH …/show")],
  [2, removing("albums")],
  [5, addPhotos],
  [2, savePhoto],
  [2, showing("photos")],
  [3, removing("photos")],
];
