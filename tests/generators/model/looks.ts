import assert from "node:assert/strict";
import { unpackPins } from "#domain/finds/packed-pins.ts";
import { versionOfAlbum, versionOfPhoto } from "./rules/albums.ts";
import { versionOfFind } from "./rules/finds.ts";
import { inOrder } from "./rules/order.ts";
import { versionOfArtist, versionOfRock } from "./rules/rocks.ts";
import { listPictures, type Photo, type State } from "./rules/state.ts";
import * as admin from "./seen/admin.ts";
import * as everybody from "./seen/public.ts";

/** What a call or a look is about. */
type Subject = "finds" | "rocks" | "albums" | "trash";

export const SUBJECTS: Subject[] = ["finds", "rocks", "albums", "trash"];

/** Something that is read from the site after a step, and what the model says that it must be. */
export interface Look {
  of: Subject[];
  /** Read only at each second or third step, because reading takes more time than anything else. */
  every?: number;
  path: string;
  who: "everybody" | "admin";
  /** Sent with POST. */
  body?: unknown;
  /** undefined is an answer of 404. */
  expect: (state: State) => unknown;
  /** Brings an answer into the form of `expect`. It leaves out only what isn't promised. */
  read?: (body: never, state: State) => unknown;
  /** The things of an answer that have versions. */
  versioned?: (
    state: State,
  ) => { thing: string; key: number; known: unknown }[];
}

/** What to look at after a step. At the end of a round it is everything. */
export interface Focus {
  subjects: Subject[];
  /** How many steps there were; undefined to leave nothing out. */
  turn?: number;
  rocks: number[];
  /** Keys of finds whose images are read. */
  finds: number[];
  /** Keys of all albums that there may be. */
  albums: number[];
  /** Finds that their senders ask about. */
  asked: { uuid: string; find_key: string }[];
}

type Body = Record<string, unknown>;

const sorted = (list: unknown) => [...(list as string[])].sort();

/** Names of images that are being made, so that they may be there or not. */
const comingNames = (state: State) =>
  state.finds.flatMap(({ images }) =>
    images.filter(({ show, ready }) => show && !ready).map(({ name }) => name),
  );

function readFinds(body: Body[], state: State) {
  const coming = comingNames(state);
  return body.map((find) => {
    const names = find.imagenames as string[];
    const isThere = (_: string, n: number) => !coming.includes(names[n]!);
    return {
      ...find,
      artists: sorted(find.artists),
      imagenames: names.filter(isThere),
      imagedescriptions: (find.imagedescriptions as string[]).filter(isThere),
    };
  });
}

/** Leaves what the model has no say in out of an answer. */
function narrow(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((item, n) => narrow(item, expected[n]));
  if (isObject(actual) && isObject(expected))
    return Object.fromEntries(
      Object.entries(actual)
        .filter(([name]) => name in expected)
        .map(([name, value]) => [name, narrow(value, expected[name])]),
    );
  return actual;
}

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const byKey = (rows: Body[], key: string) =>
  [...rows].sort((a, b) => Number(a[key]) - Number(b[key]));

/** Four digits after the point are promised. */
function readPacked(body: ArrayBuffer, state: State) {
  const expected = everybody.packedPins(state);
  return unpackPins(new Uint8Array(body)).map(
    ({ picture: _, latitude, longitude, ...pin }, n) => ({
      ...pin,
      latitude: near(latitude, expected[n]?.latitude),
      longitude: near(longitude, expected[n]?.longitude),
    }),
  );
}

const near = (actual: number, expected = NaN) =>
  Math.abs(actual - expected) <= 0.000051 ? expected : actual;

const isMaking = (state: State) =>
  listPictures(state).some(({ ready }) => !ready);

/** An album's first photo and its count of public ones aren't promised while photos are being made. */
const withoutUnsure = <
  T extends { first_image_name?: unknown; count?: unknown },
>(
  albums: T[],
  state: State,
) =>
  isMaking(state)
    ? albums.map(({ first_image_name: _, count: __, ...album }) => album)
    : albums;

const photosOf = (state: State, key: number): Photo[] | undefined =>
  state.albums.find((album) => album.key === key)?.photos;

/** What a call may change. What comes back from the trash may be anything. */
export function subjectsOf({ method, path }: { method: string; path: string }) {
  if (/^\/api\/trash/.test(path)) return SUBJECTS;
  const subject: Subject = /^\/api\/albums/.test(path)
    ? "albums"
    : /^\/api\/(rocks|users)/.test(path)
      ? "rocks"
      : "finds";
  const mayTrash = method === "DELETE" || path.startsWith("/finds/");
  return mayTrash ? [subject, "trash" as const] : [subject];
}

export const looksAt = (focus: Focus): Look[] =>
  allLooks(focus).filter(
    ({ of, every = 1 }, n) =>
      focus.subjects.some((subject) => of.includes(subject)) &&
      (focus.turn === undefined || (focus.turn + n) % every === 0),
  );

const allLooks = (focus: Focus): Look[] => [
  {
    of: ["finds", "rocks"],
    path: "/api/rock-posts",
    who: "everybody",
    expect: (state) => everybody.publicFinds(state),
    read: readFinds,
  },
  ...focus.rocks.flatMap((rock): Look[] => [
    {
      of: ["finds"],
      every: 3,
      path: `/api/rock-posts/${rock}`,
      who: "everybody",
      expect: (state) => everybody.publicFinds(state, rock),
      read: readFinds,
    },
    {
      of: ["finds"],
      every: 3,
      path: `/api/rock-posts/${rock}/route`,
      who: "everybody",
      expect: (state) => everybody.route(state, rock),
      read: ({ stops }: { stops: Body[] }) =>
        stops.map(
          ({ country: _, imagename: __, imagedescription: ___, ...stop }) =>
            stop,
        ),
    },
    {
      of: ["finds", "rocks"],
      every: 3,
      path: `/api/rock-posts/${rock}/summary`,
      who: "everybody",
      expect: (state) => everybody.summary(state, rock),
      read: ({ pin: _, ...body }: Body) => ({
        ...body,
        artists: sorted(body.artists),
      }),
    },
  ]),
  {
    of: ["finds"],
    path: "/api/rock-posts/locations/all",
    who: "everybody",
    expect: everybody.pins,
  },
  {
    of: ["finds"],
    every: 2,
    path: "/api/rock-posts/locations/packed",
    who: "everybody",
    expect: everybody.packedPins,
    read: readPacked,
  },
  {
    of: ["finds", "rocks"],
    path: "/api/rock-posts/totals",
    who: "everybody",
    expect: everybody.totals,
  },
  {
    of: ["rocks"],
    path: "/api/rock-posts/allrocks",
    who: "everybody",
    expect: everybody.catalogue,
    read: (body: Body[]) =>
      body.map((rock) => ({
        ...rock,
        artists: String(rock.artists).split(", ").sort(),
      })),
  },
  {
    of: ["albums"],
    path: "/api/albums",
    who: "everybody",
    expect: (state) => withoutUnsure(everybody.publicAlbums(state), state),
    read: withoutUnsure,
  },
  {
    of: ["finds"],
    every: 3,
    path: "/api/finds/states",
    who: "everybody",
    body: { finds: focus.asked },
    expect: ({ finds }) =>
      focus.asked.flatMap(({ uuid }) =>
        finds.filter((find) => find.uuid === uuid).map(admin.findState),
      ),
  },
  ...focus.albums.flatMap((key): Look[] => [
    {
      of: ["albums"],
      path: `/api/albums/${key}/photos`,
      who: "everybody",
      expect: (state) => {
        const album = state.albums.find((album) => album.key === key);
        return album?.show
          ? everybody.publicPhotos(album.photos).map(everybody.describePhoto)
          : undefined;
      },
      read: (body: Body[], state) => {
        const coming = photosOf(state, key)
          ?.filter(({ ready, show }) => show && !ready)
          .map(({ key }) => key);
        return body
          .filter(({ p_key }) => !coming?.includes(p_key as number))
          .map(({ width: _, height: __, ...photo }) => photo);
      },
    },
    {
      of: ["albums"],
      path: `/api/albums/${key}/photos`,
      who: "admin",
      expect: (state) => {
        const photos = photosOf(state, key);
        return photos && inOrder(photos).map(everybody.describePhoto);
      },
      versioned: (state) =>
        inOrder(photosOf(state, key) ?? []).map((photo) => ({
          thing: `photo ${photo.key}`,
          key: photo.key,
          known: versionOfPhoto(photo),
        })),
    },
  ]),
  {
    of: ["finds"],
    path: "/api/journey-admin",
    who: "admin",
    expect: ({ finds }) =>
      finds.map(admin.adminFind).sort((a, b) => a.rps_key - b.rps_key),
    read: (body: Body[]) => byKey(body, "rps_key"),
    versioned: ({ finds }) =>
      finds.map((find) => ({
        thing: `find ${find.key}`,
        key: find.key,
        known: versionOfFind(find),
      })),
  },
  {
    of: ["finds"],
    every: 2,
    path: "/api/review",
    who: "admin",
    expect: (state) =>
      admin.waiting(state).map((rps_key) => ({ rps_key, waiting: true })),
  },
  ...focus.finds.map((key): Look => ({
    of: ["finds"],
    path: `/api/journey-admin/${key}/images`,
    who: "admin",
    expect: ({ finds }) => {
      const find = finds.find((find) => find.key === key);
      return find && admin.findImages(find);
    },
  })),
  {
    of: ["rocks"],
    path: "/api/rocks",
    who: "admin",
    expect: ({ rocks }) =>
      rocks.map(admin.adminRock).sort((a, b) => a.rock_number - b.rock_number),
    read: (body: Body[]) =>
      body.map((rock) => ({
        ...rock,
        artists: (rock.artists as { ra_key: number }[])
          .map(({ ra_key }) => ra_key)
          .sort((a, b) => a - b),
      })),
    versioned: ({ rocks }) =>
      rocks.map((rock) => ({
        thing: `rock ${rock.key}`,
        key: rock.key,
        known: versionOfRock(rock),
      })),
  },
  {
    of: ["rocks"],
    path: "/api/users",
    who: "admin",
    expect: ({ artists }) =>
      [...artists]
        .sort((a, b) => a.key - b.key)
        .map(({ key, name, relation, dob }) => ({
          ra_key: key,
          display_name: name,
          relation,
          dob,
        })),
    read: (body: Body[]) => byKey(body, "ra_key"),
    versioned: ({ artists }) =>
      artists.map((artist) => ({
        thing: `artist ${artist.key}`,
        key: artist.key,
        known: versionOfArtist(artist),
      })),
  },
  {
    of: ["albums"],
    path: "/api/albums",
    who: "admin",
    expect: (state) =>
      isMaking(state)
        ? admin
            .adminAlbums(state)
            .map(({ first_image_name: _, ...album }) => album)
        : admin.adminAlbums(state),
    versioned: ({ albums }) =>
      albums.map((album) => ({
        thing: `album ${album.key}`,
        key: album.key,
        known: versionOfAlbum(album),
      })),
  },
  {
    of: ["trash"],
    path: "/api/trash",
    who: "admin",
    expect: admin.trash,
  },
];

/** A look, and what the site answered. */
export interface Seen {
  look: Look;
  status: number;
  body: unknown;
}

/** @throws {Error} that says what a look should have shown */
export function compare({ look, status, body }: Seen, state: State) {
  const { who, path, expect, read } = look;
  const expected = expect(state);
  const of = `GET ${path} of ${who}`;
  if (expected === undefined)
    return assert.equal(status, 404, `${of} must answer 404, not ${status}`);
  assert.equal(status, 200, `${of} must answer 200, not ${status}`);
  const shown = read ? read(body as never, state) : body;
  // The admin may see more than the model knows of. Everybody may not.
  const actual = who === "admin" ? narrow(shown, expected) : shown;
  try {
    assert.deepEqual(actual, expected);
  } catch (error) {
    throw new Error(
      `${of} isn't as it must be (+ what it answered, - what it must answer):\n${(error as Error).message}`,
      { cause: error },
    );
  }
}
