import { countOf } from "#core/words.ts";
import { asc, count, eq, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockArtists, users } from "#db/schema.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import type { ArtistName, User } from "./answers.ts";
import type { NewUser, UserChange } from "./schemas.ts";
import { UNKNOWN_ARTIST } from "./unknown-artist.ts";
import {
  discard,
  conflict,
  type KindOfTrash,
  readRows,
} from "../store/discard.server.ts";
import { requireFresh, type IsCurrent } from "../lists/order.server.ts";
import { requireSortable } from "../lists/paging.server.ts";
import { versionOf } from "#core/hash.server.ts";

const sortable: Record<string, SQL> = {
  ra_key: sql`ra_key`,
  display_name: sql`display_name COLLATE NOCASE`,
  relation: sql`relation COLLATE NOCASE`,
  dob: sql`dob`,
  age: sql`-julianday(dob)`,
  create_dt: sql`create_dt`,
};

type ArtistRow = typeof users.$inferSelect;

const asUser = (row: ArtistRow): User => ({
  ...row,
  version: versionOf([row.display_name, row.relation, row.dob]),
});

/** UNKNOWN always comes first. */
export function listArtists(sort = "display_name"): User[] {
  const down = sort.startsWith("-");
  const by = requireSortable(sortable, down ? sort.slice(1) : sort);
  return getDb()
    .select()
    .from(users)
    .orderBy(
      sql`display_name <> ${UNKNOWN_ARTIST}`,
      // Unknown days of birth come last.
      sql`${by} IS NULL`,
      down ? sql`${by} DESC` : by,
      asc(users.ra_key),
    )
    .all()
    .map(asUser);
}

/** Their names in the same order: UNKNOWN, then by display name. */
export const listArtistNames = (): ArtistName[] =>
  listArtists().map(({ ra_key, display_name }) => ({ ra_key, display_name }));

function requireUser(tx: Tx, raKey: number) {
  const row = tx.select().from(users).where(eq(users.ra_key, raKey)).get();
  if (!row) throw new DomainError("not_found", "There is no such user.");
  return asUser(row);
}

export function addUser(fields: NewUser): User {
  return write((tx) => {
    requireFreeName(tx, fields.display_name);
    return asUser(tx.insert(users).values(fields).returning().get());
  });
}

export function changeUser(
  raKey: number,
  change: UserChange,
  isCurrent: IsCurrent<User>,
): User {
  return write((tx) => {
    const user = requireUser(tx, raKey);
    requireFresh(isCurrent(user), "This user was");
    const { display_name = user.display_name } = change;
    if (display_name !== user.display_name) requireRenamable(user, "renamed");
    requireFreeName(tx, display_name, raKey);
    return asUser(
      tx
        .update(users)
        .set({ ...change, display_name })
        .where(eq(users.ra_key, raKey))
        .returning()
        .get(),
    );
  });
}

/** Their rocks stay. @returns the key in the trash; undefined if nothing is kept there */
export const deleteUser = (raKey: number) =>
  write((tx) => {
    const user = requireUser(tx, raKey);
    requireRenamable(user, "deleted");
    const where = eq(users.ra_key, raKey);
    const { rocks } = tx
      .select({ rocks: count() })
      .from(rockArtists)
      .where(eq(rockArtists.ra_key, raKey))
      .get()!;
    const trashKey = discard(tx, artistKinds, {
      kind: "artist",
      key: raKey,
      label: user.display_name,
      detail: `the name on ${countOf(rocks, "rock")}`,
      rows: { users: readRows(tx, "users", where) },
      files: [],
    });
    if (trashKey !== undefined) keepLinks(tx, { ra_key: raKey });
    tx.delete(users).where(where).run();
    return trashKey;
  });

function requireRenamable({ display_name }: User, what: string) {
  if (display_name === UNKNOWN_ARTIST)
    throw wrongField("display_name", `UNKNOWN can't be ${what}.`, "conflict");
}

function requireFreeName(tx: Tx, name: string, except?: number) {
  const taken = tx.get<{ ra_key: number } | undefined>(
    sql`SELECT ra_key FROM users WHERE display_name = ${name} COLLATE NOCASE`,
  );
  if (taken && taken.ra_key !== except)
    throw wrongField("display_name", "That display name is taken.", "conflict");
}

const artist: KindOfTrash = {
  before(tx, { users: [user] = [] }) {
    const { display_name } = user!;
    const isTaken = tx
      .select()
      .from(users)
      .where(sql`${users.display_name} = ${display_name} COLLATE NOCASE`)
      .get();
    if (isTaken)
      throw conflict(
        `Another user is called ${display_name} now. Rename that one first, then restore this one.`,
      );
  },
  afterwards: restoreLinks,
  listFiles: () => [],
  forget: (tx, ra_key) => forgetLinks(tx, { ra_key }),
};

export const artistKinds = { artist };

/** Links between rocks and artists, while the rock or the artist is in the trash. */

type RockOrArtist = { rc_key: number } | { ra_key: number };

const isOf = (of: RockOrArtist): SQL =>
  "rc_key" in of ? sql`rc_key = ${of.rc_key}` : sql`ra_key = ${of.ra_key}`;

export function keepLinks(tx: Tx, of: RockOrArtist) {
  tx.run(sql`
    INSERT OR REPLACE INTO trashed_rock_artists (rc_key, ra_key, place)
    SELECT rc_key, ra_key, rowid FROM rock_artists WHERE ${isOf(of)}`);
}

export const forgetLinks = (tx: Tx, of: RockOrArtist) =>
  void tx.run(sql`DELETE FROM trashed_rock_artists WHERE ${isOf(of)}`);

export function restoreLinks(tx: Tx) {
  const links = tx.all<{ rc_key: number; ra_key: number; place: number }>(sql`
    SELECT rc_key, ra_key, place FROM trashed_rock_artists
     WHERE rc_key IN (SELECT rc_key FROM rocks) AND ra_key IN (SELECT ra_key FROM users)
     ORDER BY place`);
  for (const { rc_key, ra_key, place } of links) {
    // SQLite gives another rowid if a newer link has the old one.
    tx.run(sql`
      INSERT OR IGNORE INTO rock_artists (rowid, rc_key, ra_key)
      VALUES ((SELECT ${place} WHERE NOT EXISTS (SELECT 1 FROM rock_artists WHERE rowid = ${place})),
              ${rc_key}, ${ra_key})`);
    tx.run(
      sql`DELETE FROM trashed_rock_artists WHERE rc_key = ${rc_key} AND ra_key = ${ra_key}`,
    );
  }
}
