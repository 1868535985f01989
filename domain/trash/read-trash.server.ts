import { count, sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { trash } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { HOUR_MS, timeAt } from "#domain/limits/hours-run.server.ts";
import { readPage, type PageRequest } from "../lists/paging.server.ts";
import { isThere } from "../store/disk.server.ts";
import { pickAnswer } from "#core/answers.ts";
import { Trashed } from "./answers.ts";
import {
  parseRows,
  requireTrashed,
  type Thing,
} from "../store/discard.server.ts";
import { kinds } from "./kinds.server.ts";
import type { TrashKind } from "./schemas.ts";

/** Newest first. @throws {DomainError} bad_input for a cursor of another list */
export const listTrash = ({
  kind,
  ...request
}: PageRequest & { kind?: TrashKind } = {}) =>
  readPage(
    {
      select: sql`*`,
      from: sql`trash`,
      where: kind && sql`kind = ${kind}`,
      keys: [sql`trash_key`],
      down: true,
    },
    request,
    asTrashed,
  );

const asTrashed = (row: Thing): Trashed =>
  pickAnswer(Trashed, {
    ...row,
    picture: pictureOf(row) ? `/api/trash/${row.trash_key}/picture` : null,
    expires_dt: expiryOf(row),
  });

/** To the hour since it was deleted, so that it looks the same whenever it is read. */
function expiryOf({ deleted_dt, expires_hour }: Thing) {
  const deleted = Date.parse(deleted_dt);
  const hours = (Date.parse(timeAt(expires_hour)) - deleted) / HOUR_MS;
  return new Date(deleted + Math.round(hours) * HOUR_MS).toISOString();
}

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

function pictureOf({ kind, files, ...thing }: Thing) {
  const [first = ""] = JSON.parse(files ?? "[]") as string[];
  const path = kinds[kind].getPicture?.(parseRows(thing), first);
  return path && isThere(path) ? path : undefined;
}
