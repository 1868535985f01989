import { drizzle } from "drizzle-orm/better-sqlite3";
import Database from "better-sqlite3";
import * as schema from "#db/schema.ts";
import type { Site } from "#tests/setup/processes/site.ts";

/** The rows of a site's database: what people have made, shown, changed and deleted. */

/** Each kind with its table, the column of its key, its address, and the fields that a version of one stands for. */
export const KINDS = {
  finds: {
    address: "/api/journey-admin",
    table: schema.rockPosts,
    key: "rps_key",
    saved:
      "rock_number location comment name email date show latitude longitude precision no_place",
  },
  images: {
    address: "/api/journey-admin/images",
    table: schema.rockPostImages,
    key: "rpi_key",
    saved: "description",
  },
  rocks: {
    address: "/api/rocks",
    table: schema.rocks,
    key: "rc_key",
    saved: "comment original_file",
  },
  artists: {
    address: "/api/users",
    table: schema.users,
    key: "ra_key",
    saved: "display_name relation dob",
  },
  albums: {
    address: "/api/albums",
    table: schema.albums,
    key: "pa_key",
    saved: "display_name desc show",
  },
  photos: {
    address: "/api/albums/photos",
    table: schema.photos,
    key: "p_key",
    saved: "display_name desc date show",
  },
} as const;
export type Kind = keyof typeof KINDS;
export const kinds = Object.keys(KINDS) as Kind[];

export type Row = Record<string, unknown>;
type Things = {
  [K in Kind]: (typeof KINDS)[K]["table"]["$inferSelect"][];
};

export interface Rows extends Things {
  trash: (typeof schema.trash.$inferSelect)[];
  uploads: (typeof schema.uploads.$inferSelect)[];
  /** Artists of a rock, some of them in the trash, in their order. */
  links: { rc_key: number; ra_key: number }[];
  /** How often each find's finder is in its history, and how often for a change. */
  notes: { rps_key: number; noted: number; changed: number }[];
}

export function openRows({ databasePath }: Site) {
  const db = drizzle(new Database(databasePath, { readonly: true }));
  const query = (sql: string) => db.$client.prepare(sql).all();
  return () =>
    db.transaction(() => ({
      ...Object.fromEntries(
        kinds.map((kind) => [kind, db.select().from(KINDS[kind].table).all()]),
      ),
      trash: db.select().from(schema.trash).all(),
      uploads: db.select().from(schema.uploads).all(),
      links: query(
        `SELECT rc_key, ra_key FROM (
           SELECT rc_key, ra_key, rowid AS place FROM rock_artists
            UNION ALL SELECT rc_key, ra_key, place FROM trashed_rock_artists) ORDER BY place`,
      ),
      notes: query(
        `SELECT rps_key, count(*) AS noted, count(*) FILTER (WHERE what = 'changed') AS changed
           FROM history WHERE "by" = 'finder' GROUP BY rps_key`,
      ),
    })) as unknown as Rows;
}

export const keyOf = (kind: Kind, row: object) =>
  (row as Record<string, number>)[KINDS[kind].key]!;

export const rowOf = <K extends Kind>(rows: Rows, kind: K, key: number) =>
  (rows[kind] as Things[K][number][]).find((row) => keyOf(kind, row) === key);

export const pick = (row: object, names: string) =>
  Object.fromEntries(
    names.split(" ").map((name) => [name, (row as Row)[name]]),
  );

export const imagesOf = ({ images }: Rows, rps_key: number) =>
  images.filter((image) => image.rps_key === rps_key);

/** Those of a rock who aren't in the trash. */
export const artistsOf = ({ links, artists }: Rows, rc_key: number) =>
  links.flatMap((link) =>
    link.rc_key === rc_key
      ? artists.filter(({ ra_key }) => ra_key === link.ra_key)
      : [],
  );

/** What a version of a thing stands for: a save for a version is refused once this is otherwise. */
export function contentOf(rows: Rows, kind: Kind, row: object) {
  const key = keyOf(kind, row);
  const parts = {
    finds: () => [
      rows.notes.find(({ rps_key }) => rps_key === key)?.changed,
      ...imagesOf(rows, key)
        .filter(({ replaces }) => replaces === null)
        .map((image) =>
          pick(image, "current_name original_file description show ready"),
        ),
    ],
    rocks: () => artistsOf(rows, key).map(({ ra_key }) => ra_key),
  }[kind as "finds"];
  return JSON.stringify([pick(row, KINDS[kind].saved), parts?.()]);
}

export const DECIDED =
  "show put_aside closed no_place latitude longitude precision";

/** What jobs and triggers write, which the site's answers show in other ways. */
const COMPUTED = new Set([
  ...["ready", "pin_ready", "error", "width", "height", "taken_dt", "bytes"],
  ...["fingerprint", "sha256", "mtime_ms", "missing", "total_images"],
  ...["artists_text", "shown_posts", "public_latitude", "public_longitude"],
  ...["outdated", "looked_blurs"],
  // Of a list whose order has a rule of its own.
  "order_num",
]);

/** The columns of a thing that only people change, with a rock's artists, in the trash too. */
export function ownOf({ links }: Rows, kind: Kind, row: object): Row {
  const { suggestion } = row as { suggestion?: string };
  const artists = links.flatMap(({ rc_key, ra_key }) =>
    kind === "rocks" && rc_key === keyOf(kind, row) ? ra_key : [],
  );
  return {
    ...Object.fromEntries(
      Object.entries(row).filter(([name]) => !COMPUTED.has(name)),
    ),
    artists: artists.sort((a, b) => a - b).join(),
    suggestion: suggestion && (JSON.parse(suggestion) as object),
  };
}
