import { unpackPins } from "#domain/finds/packed-pins.ts";
import { NUMBERS } from "./calls/finds.ts";
import { isWaiting } from "./calls/review.ts";
import { listTrash } from "./calls/things.ts";
import {
  artistsOf,
  byKey,
  inOrder,
  KINDS,
  listPictures,
  live,
  partsOf,
  pick,
  publicPlace,
  type Album,
  type Find,
  type Kind,
  type State,
} from "./state.ts";

/** What everybody and the admin see of a state, in the form of the site's answers. */

/** What a call or a look is about. */
type Subject = "finds" | "rocks" | "albums" | "trash";

/** Something that is read from the site after a step, and what the model says that it must be. */
export interface Look {
  of: Subject[];
  who: "everybody" | "admin";
  path: string;
  /** Sent with POST. */
  body?: unknown;
  /** undefined is an answer of 404. */
  expect: (state: State) => unknown;
  /** Brings an answer into the form of `expect`. It leaves out only what isn't promised. */
  read?: (body: never, state: State) => unknown;
  /** The kind of an answer's rows, which have versions. */
  rows?: Kind;
}

export type Body = Record<string, unknown>;

/** What a call may change. What comes back from the trash may be anything. */
export function subjectsOf({ method, path }: { method: string; path: string }) {
  const subjects: Subject[] = /^\/api\/albums/.test(path)
    ? ["albums"]
    : /^\/api\/(rocks|users)/.test(path)
      ? ["rocks"]
      : ["finds"];
  if (/^\/api\/trash/.test(path)) subjects.push("rocks", "albums");
  if (method !== "PUT") subjects.push("trash");
  return subjects;
}

// ── Everybody ──────────────────────────────────────────────────────────────────────────────────

/** Newest first. Keys grow with the time of upload. */
const shownFinds = (state: State, rock?: number) =>
  live(state, "finds")
    .filter(
      ({ show, rock_number }) => show && rock_number === (rock ?? rock_number),
    )
    .sort((a, b) =>
      a.date === b.date ? b.key - a.key : a.date < b.date ? 1 : -1,
    );

/** The names of a rock's artists, sorted, because their order isn't always promised. */
function namesOfArtists(state: State, number: number): string[] {
  const rock = live(state, "rocks").find((one) => one.rock_number === number);
  const keys = rock ? artistsOf(state, rock) : [];
  return keys.map((key) => byKey(state.artists, key)!.display_name).sort();
}

const publicFinds = (state: State, rock?: number) =>
  shownFinds(state, rock).map((find) => {
    const images = partsOf(state.images, find).filter(
      ({ show, ready }) => show && ready,
    );
    return {
      ...pick(find, ["rock_number", "uuid", "location", "comment"]),
      date: find.date.slice(0, 10),
      lang: "en",
      imagenames: images.map(({ current_name }) => current_name),
      imagedescriptions: images.map(({ description }) => description),
      artists: namesOfArtists(state, find.rock_number),
    };
  });

/** Leaves out images that are being made, so that they may be there or not. */
const readFinds = (body: Body[], state: State) =>
  body.map((find) => {
    const names = find.imagenames as string[];
    const isReady = (_: unknown, n: number) =>
      state.images.find((one) => one.current_name === names[n])?.ready ?? true;
    return {
      ...find,
      artists: sorted(find.artists),
      imagenames: names.filter(isReady),
      imagedescriptions: (find.imagedescriptions as string[]).filter(isReady),
    };
  });

const sorted = (list: unknown) => [...(list as string[])].sort();

/** A rock's newest shown find with a place is its pin. Each find of rock 0 is one of its own. */
function pins(state: State) {
  const placed = shownFinds(state).filter(({ latitude }) => latitude !== null);
  const isPin = (find: Find) =>
    find.rock_number === 0 ||
    placed.find((one) => one.rock_number === find.rock_number) === find;
  return placed
    .filter(isPin)
    .map((find) => ({
      rps_key: find.key,
      ...publicPlace(find)!,
      rock_number: find.rock_number,
    }))
    .sort((a, b) => a.rock_number - b.rock_number || a.rps_key - b.rps_key);
}

/** Four digits after the point are promised. */
const readPacked = (body: ArrayBuffer, state: State) =>
  unpackPins(new Uint8Array(body)).map((pin, n) => {
    const expected = pins(state)[n];
    const isNear = (name: "latitude" | "longitude") =>
      Math.abs(pin[name] - (expected?.[name] ?? NaN)) <= 0.000051;
    const isThere = isNear("latitude") && isNear("longitude");
    return isThere && pin.rock_number === expected!.rock_number
      ? expected
      : pin;
  });

const totals = (state: State) => ({
  rocks_found: live(state, "rocks").filter(
    ({ rock_number }) => shownFinds(state, rock_number).length > 0,
  ).length,
  total_rocks: live(state, "rocks").length,
});

const catalogue = (state: State) =>
  live(state, "rocks")
    .sort((a, b) => a.rock_number - b.rock_number)
    .map(({ rock_number }) => {
      const artists = namesOfArtists(state, rock_number);
      return {
        rock_number,
        artists: artists.length > 0 ? artists : ["UNKNOWN"],
      };
    });

const readCatalogue = (body: Body[]) =>
  body.map((rock) => ({
    ...rock,
    artists: String(rock.artists).split(", ").sort(),
  }));

const summary = (state: State, rock: number) => ({
  trips: shownFinds(state, rock).length,
  in_catalogue: live(state, "rocks").some(
    ({ rock_number }) => rock_number === rock,
  ),
  artists: namesOfArtists(state, rock),
});

const readSummary = ({ trips, in_catalogue, artists }: Body) => ({
  ...{ trips, in_catalogue, artists: sorted(artists) },
});

/** What a finder's own device is told. */
const findStates = (state: State, asked: { uuid: string }[]) =>
  asked.flatMap(({ uuid }) => {
    const find = live(state, "finds").find((one) => one.uuid === uuid);
    if (!find) return [];
    const date = find.date.slice(0, 10);
    return [{ ...pick(find, ["uuid", "rock_number", "show"]), date }];
  });

const PHOTO = ["name", "display_name", "desc", "date", "order_num", "show"];

const photosIn = (state: State, album: Album, isPublic: boolean) =>
  inOrder(partsOf(state.photos, album))
    .filter(({ show, ready }) => !isPublic || (show && ready))
    .map((photo) => ({ p_key: photo.key, ...pick(photo, PHOTO as never[]) }));

const readPhotos = (body: Body[], state: State) =>
  body
    .filter(({ p_key }) => byKey(state.photos, Number(p_key))?.ready ?? true)
    .map(({ width: _, height: __, ...photo }) => photo);

/** An album's first photo and its count of public ones aren't promised while photos are being made. */
const albums = (state: State, isPublic: boolean) =>
  inOrder(live(state, "albums"))
    .filter(({ show }) => show || !isPublic)
    .map((album) => {
      const photos = photosIn(state, album, isPublic);
      return {
        pa_key: album.key,
        ...pick(album, ["name", "display_name", "desc", "show", "order_num"]),
        ...(!isMaking(state) && {
          count: photos.length,
          first_image_name: (photos[0] as Body | undefined)?.name ?? null,
        }),
      };
    });

const isMaking = (state: State) =>
  listPictures(state).some(({ ready }) => !ready);

const readAlbums = (body: Body[], state: State) =>
  isMaking(state)
    ? body.map(({ count: _, first_image_name: __, ...album }) => album)
    : body;

// ── The admin ──────────────────────────────────────────────────────────────────────────────────

const adminFinds = (state: State) =>
  live(state, "finds").map((find) => {
    const images = partsOf(state.images, find);
    const place = publicPlace(find);
    return {
      rps_key: find.key,
      ...pick(find, ["uuid", "suggestion", ...KINDS.finds.saved]),
      public_latitude: place?.latitude ?? null,
      public_longitude: place?.longitude ?? null,
      total_images: images.length,
      originals_pending: images.filter(({ isCopy }) => isCopy).length,
    };
  });

const imagesOf = (state: State, key: number) => {
  const find = byKey(live(state, "finds"), key);
  const images = find && partsOf(state.images, find);
  return images?.map((image) => ({
    rpi_key: image.key,
    ...pick(image, ["current_name", "description", "show"]),
    error: null,
  }));
};

const rocks = (state: State) =>
  live(state, "rocks").map((rock) => ({
    rc_key: rock.key,
    ...pick(rock, ["rock_number", "comment"]),
    artists: artistsOf(state, rock).sort((a, b) => a - b),
    error: null,
  }));

const readRocks = (body: { artists: { ra_key: number }[] }[]) =>
  body.map((rock) => ({
    ...rock,
    artists: rock.artists.map(({ ra_key }) => ra_key).sort((a, b) => a - b),
  }));

const artists = (state: State) =>
  live(state, "artists").map((artist) => ({
    ra_key: artist.key,
    ...pick(artist, KINDS.artists.saved),
  }));

const trash = (state: State) =>
  listTrash(state)
    .reverse()
    .map(({ trash_key, kind }) => ({ trash_key, kind: KINDS[kind].inTrash }));

const waiting = (state: State) =>
  live(state, "finds")
    .filter((find) => isWaiting(state, find))
    .sort((a, b) => a.key - b.key)
    .map(({ key }) => ({ rps_key: key, waiting: true }));

// ── All of it ──────────────────────────────────────────────────────────────────────────────────

type Rest = [path: string, expect: Look["expect"], read?: Look["read"]];

/** What to look at, of all that there is in any of these states. */
export function looksAt(states: State[]): Look[] {
  const keysOf = (kind: Kind) =>
    new Set(states.flatMap((state) => state[kind].map(({ key }) => key)));
  const looks =
    (who: Look["who"]) =>
    (of: Subject[], list: Rest[], more: Partial<Look> = {}): Look[] =>
      list.map(([path, expect, read]) => ({
        ...{ who, of, path, expect, read },
        ...more,
      }));
  const [everybody, admin] = [looks("everybody"), looks("admin")];
  const asked = live(states[0]!, "finds").map(({ uuid, finderKey }) => ({
    uuid,
    find_key: finderKey,
  }));
  const photos = (key: number, isPublic: boolean) => (state: State) => {
    const album = byKey(live(state, "albums"), key);
    const isSeen = album && (album.show || !isPublic);
    return isSeen ? photosIn(state, album, isPublic) : undefined;
  };
  return [
    ...everybody(
      ["finds", "rocks"],
      [
        ["/api/rock-posts", (state) => publicFinds(state), readFinds],
        ["/api/rock-posts/totals", totals],
        ["/api/rock-posts/allrocks", catalogue, readCatalogue],
        ...NUMBERS.flatMap((rock): Rest[] => {
          const path = `/api/rock-posts/${rock}`;
          return [
            [path, (state) => publicFinds(state, rock), readFinds],
            [`${path}/summary`, (state) => summary(state, rock), readSummary],
          ];
        }),
      ],
    ),
    ...everybody(
      ["finds"],
      [
        ["/api/rock-posts/locations/all", pins],
        ["/api/rock-posts/locations/packed", pins, readPacked],
      ],
    ),
    ...everybody(
      ["finds"],
      [["/api/finds/states", (state) => findStates(state, asked)]],
      { body: { finds: asked } },
    ),
    ...everybody(
      ["albums"],
      [
        ["/api/albums", (state) => albums(state, true), readAlbums],
        ...[...keysOf("albums")].map((key): Rest => {
          const path = `/api/albums/${key}/photos`;
          return [path, photos(key, true), readPhotos];
        }),
      ],
    ),
    ...admin(
      ["finds"],
      [
        ["/api/review", waiting],
        ...[...keysOf("finds")].map((key): Rest => {
          const path = `/api/journey-admin/${key}/images`;
          return [path, (state) => imagesOf(state, key)];
        }),
      ],
    ),
    ...admin(["trash"], [["/api/trash", trash]]),
    ...admin(["finds"], [["/api/journey-admin", adminFinds]], {
      rows: "finds",
    }),
    ...admin(["rocks"], [["/api/rocks", rocks, readRocks]], { rows: "rocks" }),
    ...admin(["rocks"], [["/api/users", artists]], { rows: "artists" }),
    ...admin(["albums"], [["/api/albums", (state) => albums(state, false)]], {
      rows: "albums",
    }),
    ...[...keysOf("albums")].flatMap((key) =>
      admin(["albums"], [[`/api/albums/${key}/photos`, photos(key, false)]], {
        rows: "photos",
      }),
    ),
  ];
}
