import { eq, lte, count, sql } from "drizzle-orm";
import { trash } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { hoursRun, HOUR_MS, timeAt } from "#domain/limits/hours-run.server.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import { recordInParts } from "../jobs/parts.server.ts";
import {
  filesIn,
  parseRows,
  purge,
  requireTrashed,
  type KindOfTrash,
  insertRows,
  type TrashedRows,
  type Thing,
} from "../store/discard.server.ts";
import { writeAndRemove } from "../store/removals.server.ts";
import { requireStore } from "../store/identity.server.ts";
import { type Restored, Trashed } from "./answers.ts";
import { type Tx, getDb } from "#db/client.server.ts";
import type { Picture } from "../jobs/catalogue.ts";
import { getDeriveTask, unmake } from "../pictures/pictures.server.ts";
import { isDerived } from "../store/scan.server.ts";
import { albumKinds } from "../albums/admin-albums.server.ts";
import { artistKinds } from "../artists/artists.server.ts";
import { applyOriginals } from "../finds/receive-find.server.ts";
import { findKinds } from "../finds/trashed-finds.server.ts";
import { rockKinds } from "../rocks/rocks.server.ts";
import type { TrashKind } from "./schemas.ts";
import { DomainError } from "#core/errors.ts";
import { readPage, type PageRequest } from "../lists/paging.server.ts";
import { isThere } from "../store/disk.server.ts";
import { pickAnswer } from "#core/answers.ts";

/** Its files have never moved. Originals that have come meanwhile take their places. */
export async function restore(trashKey: number): Promise<Restored> {
  const { images, ...restored } = write((tx) => {
    const thing = requireTrashed(trashKey, tx);
    const { kind, key } = thing;
    const { before, afterwards } = kinds[kind];
    const rows = parseRows(thing);
    if (filesIn(thing).length > 0) requireStore();
    before?.(tx, rows);
    insertRows(tx, rows);
    afterwards?.(tx, rows);
    deriveAgain(tx, rows);
    tx.delete(trash).where(eq(trash.trash_key, trashKey)).run();
    const images = rows.rock_post_images ?? [];
    return { kind, key, images: images.map(({ rpi_key }) => rpi_key!) };
  });
  startDueJobs();
  if (images.length > 0) await applyOriginals(images);
  return restored;
}

export const sweepTrash = () =>
  writeAndRemove((tx) =>
    purge(tx, kinds, lte(trash.expires_hour, hoursRun(tx))),
  );

interface RestoredPicture {
  picture: Picture;
  ready?: boolean;
  error?: string | null;
  missing?: boolean;
}

/** Their job ran while they were in the trash, or the store comes from a backup, which has only originals. */
function deriveAgain(tx: Tx, rows: TrashedRows) {
  const again: Picture[] = [];
  for (const { picture, ready, error, missing } of listPictures(rows)) {
    if (ready && isDerived(getDeriveTask(picture, tx)!)) continue;
    unmake(tx, picture);
    // A picture whose job has failed is left to the admin, who sees why.
    if (!missing && !error) again.push(picture);
  }
  if (again.length > 0) recordInParts(tx, again);
}

const listPictures = (rows: TrashedRows): RestoredPicture[] => [
  ...(rows.rock_post_images ?? []).map((row) => ({
    ...row,
    picture: { of: "find" as const, key: row.rpi_key! },
  })),
  ...(rows.rocks ?? []).map((row) => ({
    ...row,
    picture: { of: "catalogue" as const, key: row.rc_key! },
  })),
  ...(rows.photos ?? []).map((row) => ({
    ...row,
    picture: { of: "photo" as const, key: row.p_key! },
  })),
];

/** The one table of the things that can be in the trash. A kind that is missing or incomplete does not compile. */
export const kinds: Record<TrashKind, KindOfTrash> = {
  ...findKinds,
  ...rockKinds,
  ...artistKinds,
  ...albumKinds,
};

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
