import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { trash } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { PAGE_MAX } from "../core/schemas.ts";
import { decodeCursor, encodeCursor } from "../lists/paging.server.ts";
import { isThere } from "../store/disk.server.ts";
import { placeInTrash } from "../store/paths.ts";
import type { Trashed } from "./answers.ts";
import type { TrashedRows } from "./rows.server.ts";
import type { TrashKind } from "./schemas.ts";

type Row = typeof trash.$inferSelect;

export const parseRows = ({ rows }: Pick<Row, "rows">) =>
  JSON.parse(rows) as TrashedRows;

/** @throws {DomainError} not_found */
export function requireTrashed(
  trashKey: number,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db
    .select()
    .from(trash)
    .where(eq(trash.trash_key, trashKey))
    .get();
  if (!row)
    throw new DomainError(
      "not_found",
      "This isn't in the trash any more. It was restored, or deleted for good.",
    );
  return row;
}

/**
 * What is in the trash, newest first, and the cursor of the next page.
 * @throws {DomainError} bad_input for a cursor of another list
 */
export function listTrash({
  kind,
  limit = PAGE_MAX,
  before,
}: { kind?: TrashKind; limit?: number; before?: string } = {}) {
  const [last] = before === undefined ? [] : decodeCursor(before, 1);
  const rows = getDb()
    .select()
    .from(trash)
    .where(
      and(
        kind && eq(trash.kind, kind),
        last === undefined ? undefined : lt(trash.trash_key, Number(last)),
      ),
    )
    .orderBy(desc(trash.trash_key))
    .limit(limit + 1)
    .all();
  const items = rows.slice(0, limit);
  return {
    items: items.map(asTrashed),
    next: rows.length > limit ? encodeCursor([items.at(-1)!.trash_key]) : null,
  };
}

const asTrashed = (row: Row): Trashed => ({
  trash_key: row.trash_key,
  kind: row.kind,
  label: row.label,
  detail: row.detail,
  picture: pictureOf(row) ? `/api/trash/${row.trash_key}/picture` : null,
  deleted_dt: row.deleted_dt,
  expires_dt: row.expires_dt,
});

/** How many things of each kind are in the trash. Kinds without any are absent. */
export const countTrash = (): Partial<Record<TrashKind, number>> =>
  Object.fromEntries(
    getDb()
      .select({ kind: trash.kind, n: count() })
      .from(trash)
      .groupBy(trash.kind)
      .all()
      .map(({ kind, n }) => [kind, n]),
  );

/** The path of the small picture of a thing in the trash. @throws {DomainError} not_found */
export function requireTrashedPicture(trashKey: number): string {
  const picture = pictureOf(requireTrashed(trashKey));
  if (picture === undefined)
    throw new DomainError("not_found", "There is no picture of this.");
  return picture;
}

/** Undefined while its files are still to be moved, and for what has no picture. */
function pictureOf(row: Row) {
  const rows = parseRows(row);
  const image = rows.rock_post_images?.find(({ ready }) => ready);
  const photo = rows.photos
    ?.filter(({ ready }) => ready)
    .sort((a, b) => a.order_num - b.order_num)[0];
  const [rock] = rows.rocks ?? [];
  const part = image
    ? `sm/${image.current_name}.webp`
    : photo
      ? `webp300x300/${photo.name}`
      : rock && (rock.pin_ready ? "pin.webp" : "a_sm.webp");
  const path = part && placeInTrash(row.trash_key, part);
  return path && isThere(path) ? path : undefined;
}

/** A find in the trash, by its uuid; undefined if it isn't there. */
export const getTrashedFind = (uuid: string) =>
  getDb().get<
    { trash_key: number; find_key_hash: string | null } | undefined
  >(sql`
    SELECT trash_key, "rows" ->> '$.rock_posts[0].find_key_hash' AS find_key_hash
      FROM trash WHERE kind = 'find' AND "rows" ->> '$.rock_posts[0].uuid' = ${uuid}`);

/** What the first send of a find was answered that is in the trash now. */
export function trashedSubmission(
  submissionId: string,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db
    .select()
    .from(trash)
    .where(eq(trash.submission_id, submissionId))
    .get();
  if (!row) return undefined;
  const { rock_posts: [find] = [], rock_post_images: images = [] } =
    parseRows(row);
  return {
    uuid: find!.uuid,
    rock_number: find!.rock_number,
    images: images.map(({ current_name }) => current_name),
  };
}
