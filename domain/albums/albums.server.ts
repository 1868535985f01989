import { sql, type SQL } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { DomainError } from "../core/errors.ts";
import type { Album, Photo } from "./answers.ts";

interface Scope {
  /** Whether hidden ones are listed too: for the admin alone. */
  all: boolean;
}

const asBoolean = <T extends { show: unknown }>(row: T) => ({
  ...row,
  show: Boolean(row.show),
});

/** Albums by their order. `count` and `first_image_name` speak of what the caller may see. */
export const listAlbums = (scope: Scope) => readAlbums(scope, sql`1`);

export const findAlbum = (paKey: number, scope: Scope): Album | undefined =>
  readAlbums(scope, sql`pa_key = ${paKey}`)[0];

function readAlbums({ all }: Scope, where: SQL): Album[] {
  const rows = getDb().all<Album>(sql`
    SELECT pa_key, name, display_name, "desc", show, order_num,
           (SELECT count(*) FROM photos p WHERE p.pa_key = a.pa_key AND (${all ? 1 : 0} OR (p.show AND NOT p.missing))) AS count,
           (SELECT p.name FROM photos p
             WHERE p.pa_key = a.pa_key AND p.ready AND (${all ? 1 : 0} OR (p.show AND NOT p.missing))
             ORDER BY p.order_num, p.p_key LIMIT 1) AS first_image_name
      FROM albums a WHERE (${all ? 1 : 0} OR show) AND ${where} ORDER BY order_num, pa_key`);
  return rows.map(asBoolean);
}

/**
 * The photos of an album that everyone sees, by their order.
 * @throws {DomainError} not_found where there is no such album for everyone
 */
export function listPhotos(paKey: number): Photo[] {
  if (!findAlbum(paKey, { all: false }))
    throw new DomainError("not_found", "There is no such album.");
  const rows = getDb().all<Photo>(sql`
    SELECT p_key, name, display_name, "desc", date, order_num, show, width, height
      FROM photos WHERE pa_key = ${paKey} AND show AND ready AND NOT missing
     ORDER BY order_num, p_key`);
  return rows.map(asBoolean);
}
