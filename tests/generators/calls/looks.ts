import { expect } from "vitest";
import { send, type Known, type Stage } from "./call.ts";
import { NUMBERS } from "./finds.ts";
import { isWaiting } from "./review.ts";
import {
  artistsOf,
  contentOf,
  imagesOf,
  keyOf,
  KINDS,
  pick,
  rowOf,
  type Kind,
  type Row,
  type Rows,
} from "./rows.ts";

/** What the site must answer everybody and the admin for its rows. */

interface Look {
  path: string;
  /** undefined is an answer of 404. */
  wanted: unknown;
  /** Asked by the admin, whose answers may have more fields. */
  kind?: Kind | "trash" | "review";
  /** Leaves what isn't promised out of an answer. */
  read?: (body: never) => unknown;
}

type Find = Rows["finds"][0];
type Photo = Rows["photos"][0];

const PHOTO = "p_key name display_name desc date order_num show";

const byOrder = <T extends { order_num: number }>(rows: T[]) =>
  rows.toSorted((a, b) => a.order_num - b.order_num);

function looksAtFinds(rows: Rows): Look[] {
  const { finds, rocks } = rows;
  const rockOf = (number: number) =>
    rocks.find(({ rock_number }) => rock_number === number);
  const artistsOfRock = (number: number) =>
    artistsOf(rows, rockOf(number)?.rc_key ?? 0).map((one) => one.display_name);
  const shown = finds
    .filter(({ show }) => show)
    .sort((a, b) => b.date.localeCompare(a.date) || b.rps_key - a.rps_key);
  const shownOf = (number: number) =>
    shown.filter(({ rock_number }) => rock_number === number);
  const asPublic = (find: Find) => {
    const images = imagesOf(rows, find.rps_key).filter(
      ({ show, ready }) => show && ready,
    );
    return {
      ...pick(find, "rock_number uuid location comment"),
      date: find.date.slice(0, 10),
      lang: "en",
      imagenames: images.map(({ current_name }) => current_name),
      imagedescriptions: images.map(({ description }) => description),
      artists: artistsOfRock(find.rock_number),
    };
  };
  // A rock's newest find with a place is its pin. Each find of rock 0 is one of its own.
  const placed = shown.filter(({ latitude }) => latitude !== null);
  const isPin = (find: Find) =>
    find.rock_number === 0 ||
    placed.find((one) => one.rock_number === find.rock_number) === find;
  const pins = placed
    .filter(isPin)
    .sort((a, b) => a.rock_number - b.rock_number || a.rps_key - b.rps_key)
    .map((find) => ({
      ...pick(find, "rps_key rock_number"),
      latitude: find.public_latitude,
      longitude: find.public_longitude,
    }));
  return [
    { path: "/api/rock-posts", wanted: shown.map(asPublic) },
    ...NUMBERS.flatMap((number) => [
      {
        path: `/api/rock-posts/${number}`,
        wanted: shownOf(number).map(asPublic),
      },
      {
        path: `/api/rock-posts/${number}/summary`,
        wanted: {
          // Stones without a number are no rock together.
          trips: number === 0 ? 0 : shownOf(number).length,
          in_catalogue: rockOf(number) !== undefined,
          artists: artistsOfRock(number),
        },
        read: (body: Row) => pick(body, "trips in_catalogue artists"),
      },
    ]),
    {
      path: "/api/rock-posts/totals",
      wanted: {
        rocks_found: rocks.filter((rock) => shownOf(rock.rock_number).length)
          .length,
        total_rocks: rocks.length,
      },
    },
    {
      path: "/api/rock-posts/allrocks",
      wanted: rocks
        .map(({ rock_number }) => ({
          rock_number,
          artists: artistsOfRock(rock_number).join(", ") || "UNKNOWN",
        }))
        .sort((a, b) => a.rock_number - b.rock_number),
    },
    { path: "/api/rock-posts/locations/all", wanted: pins },
  ];
}

function looksAtAlbums({ albums, photos }: Rows): Look[] {
  const photosOf = (key: number) =>
    byOrder(photos.filter(({ pa_key }) => pa_key === key));
  const isPublic = ({ show, ready }: Photo) => show && ready;
  const asAlbum = (album: Rows["albums"][0], all: Photo[]) => ({
    ...pick(album, "pa_key name display_name desc show order_num"),
    count: all.length,
    first_image_name: all[0]?.name ?? null,
  });
  return [
    {
      path: "/api/albums",
      wanted: byOrder(albums)
        .filter(({ show }) => show)
        .map((one) => asAlbum(one, photosOf(one.pa_key).filter(isPublic))),
    },
    {
      path: "/api/albums",
      kind: "albums",
      wanted: byOrder(albums).map((one) => asAlbum(one, photosOf(one.pa_key))),
    },
    ...albums.flatMap(({ pa_key, show }): Look[] => {
      const path = `/api/albums/${pa_key}/photos`;
      const wanted = photosOf(pa_key).map((photo) => pick(photo, PHOTO));
      const shown = photosOf(pa_key).filter(isPublic);
      return [
        { path, kind: "photos", wanted },
        {
          path,
          wanted: show ? shown.map((photo) => pick(photo, PHOTO)) : undefined,
          read: (body: Row[]) => body.map((photo) => pick(photo, PHOTO)),
        },
      ];
    }),
  ];
}

function looksOfAdmin(rows: Rows): Look[] {
  const ownImagesOf = (find: Find) =>
    imagesOf(rows, find.rps_key).filter(({ replaces }) => replaces === null);
  return [
    {
      path: "/api/review",
      kind: "review",
      wanted: rows.finds
        .filter((find) => isWaiting(rows, find))
        .map(({ rps_key }) => ({ rps_key, waiting: true })),
    },
    {
      path: "/api/journey-admin",
      kind: "finds",
      wanted: rows.finds.map((find) => ({
        ...pick(find, `rps_key uuid ${KINDS.finds.saved}`),
        ...pick(find, "public_latitude public_longitude"),
        suggestion: JSON.parse(find.suggestion ?? "null") as unknown,
        total_images: ownImagesOf(find).length,
        originals_pending: imagesOf(rows, find.rps_key).filter(
          ({ original_state }) => original_state === "pending",
        ).length,
      })),
    },
    ...rows.finds.map((find): Look => ({
      path: `/api/journey-admin/${find.rps_key}/images`,
      kind: "images",
      wanted: ownImagesOf(find).map((image) =>
        pick(image, "rpi_key current_name description show error"),
      ),
    })),
    {
      path: "/api/rocks",
      kind: "rocks",
      wanted: rows.rocks.map((rock) => ({
        ...pick(rock, "rc_key rock_number comment error"),
        artists: artistsOf(rows, rock.rc_key).map(({ ra_key }) => ({ ra_key })),
      })),
    },
    {
      path: "/api/users",
      kind: "artists",
      wanted: rows.artists.map((artist) =>
        pick(artist, `ra_key ${KINDS.artists.saved}`),
      ),
    },
    {
      path: "/api/trash",
      kind: "trash",
      wanted: rows.trash.map((item) => pick(item, "trash_key kind")).reverse(),
    },
  ];
}

/** Looks at everything, and remembers what the versions of things stand for. */
export async function checkLooks(stage: Stage, rows: Rows, known: Known) {
  const looks = [looksAtFinds, looksAtAlbums, looksOfAdmin].flatMap((list) =>
    list(rows),
  );
  await Promise.all(
    looks.map(async ({ path, kind, wanted, read }) => {
      const who = kind ? "admin" : "everybody";
      const answer = await send(stage, { who, method: "GET", path });
      const said = `${path} of ${who}`;
      expect(answer.status, said).toBe(wanted ? 200 : 404);
      if (!wanted) return;
      const seen = read ? read(answer.body as never) : answer.body;
      if (!kind) return expect(seen, said).toEqual(wanted);
      const isKeyed = kind in KINDS && !["albums", "photos"].includes(kind);
      const given = isKeyed ? byKey(kind as Kind, seen as object[]) : seen;
      expect(given, said).toMatchObject(wanted as object);
      if (kind in KINDS)
        noteVersions(kind as Kind, given as Row[], rows, known);
    }),
  );
}

/** Albums and photos have an order that the admin chooses, and all others none. */
const byKey = (kind: Kind, rows: object[]) =>
  rows.toSorted((a, b) => keyOf(kind, a) - keyOf(kind, b));

function noteVersions(
  kind: Kind,
  answered: Row[],
  rows: Rows,
  { versions }: Known,
) {
  for (const row of answered) {
    const key = keyOf(kind, row);
    const content = contentOf(rows, kind, rowOf(rows, kind, key)!);
    const last = { etag: String(row.version), content };
    const name = `${kind} ${key}`;
    versions.set(name, { first: versions.get(name)?.first ?? last, last });
  }
}
