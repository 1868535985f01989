import { and, asc, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { jobs, photos, rockPostImages, rocks } from "#db/schema.ts";
import { takePlaceAtOnce } from "../finds/admin/replacements.server.ts";
import type { JobFailure } from "../jobs/answers.ts";
import {
  readPayload,
  type DeriveResult,
  type Picture,
} from "../jobs/catalogue.ts";
import {
  getSitePicture,
  updateSitePicture,
} from "../site/site-pictures.server.ts";
import { ROWS, type OriginalRow } from "../store/named-files.server.ts";
import { deriveTaskForSitePicture, type DeriveTask } from "../store/paths.ts";

/** Notes what was made of each kind of picture, and counts it as ready. A kind that is missing does not compile. */
const appliers: {
  [O in Picture["of"]]: (tx: Tx, key: KeyOf<O>, result: DeriveResult) => void;
} = {
  find(tx, key, { width, height, taken_dt, fingerprint }) {
    const image = tx
      .update(rockPostImages)
      .set({
        ...{ ready: true, outdated: false, error: null },
        ...{ width, height, taken_dt, fingerprint },
      })
      .where(eq(rockPostImages.rpi_key, key))
      .returning()
      .get();
    if (image) takePlaceAtOnce(tx, image);
  },
  catalogue: (tx, key) =>
    void tx
      .update(rocks)
      .set({ ready: true, pin_ready: true, error: null })
      .where(eq(rocks.rc_key, key))
      .run(),
  photo(tx, key, { sha256 = null, taken_dt, ...file }) {
    const { width, height, bytes, mtime_ms } = file;
    const isSame = sql`${photos.bytes} = ${bytes} AND ${photos.mtime_ms} = ${mtime_ms}`;
    tx.update(photos)
      .set({
        ...{ ready: true, error: null, width, height, bytes, mtime_ms },
        // The first checksum of a file stays, because another one later means damage.
        sha256: sql`coalesce(iif(${isSame}, ${photos.sha256}, NULL), ${sha256})`,
        date: sql`coalesce(${photos.date}, ${taken_dt?.slice(0, 10) ?? null})`,
      })
      .where(eq(photos.p_key, key))
      .run();
  },
  site: (tx, key, { mtime_ms }) =>
    updateSitePicture(tx, key, {
      ready: true,
      error: null,
      version: Math.round(mtime_ms).toString(36),
    }),
};
type KeyOf<O> = Extract<Picture, { of: O }>["key"];

export const applyResult = (
  tx: Tx,
  { of, key }: Picture,
  result: DeriveResult,
) => appliers[of](tx, key as never, result);

/** The paths of a picture as of now; undefined when it has been deleted. */
export function getDeriveTask(
  picture: Picture,
  db: Pick<Tx, "select" | "get"> = getDb(),
): DeriveTask | undefined {
  if (picture.of === "site") {
    const saved = getSitePicture(picture.key, db);
    return saved && deriveTaskForSitePicture(picture.key, saved.original_file);
  }
  const { select, task } = ROWS[picture.of];
  const row = db.get<OriginalRow | undefined>(
    sql`${sql.raw(select)} WHERE ${rowOf(picture).isRow}`,
  );
  return row && task(row);
}

const rowOf = ({ of, key }: Exclude<Picture, { of: "site" }>) => ({
  table: sql.identifier(ROWS[of].table),
  isRow: sql`${sql.identifier(ROWS[of].key)} = ${key}`,
});

export function applyFailure(tx: Tx, picture: Picture, error: string) {
  if (picture.of === "site")
    return updateSitePicture(tx, picture.key, { error });
  const { table, isRow } = rowOf(picture);
  tx.run(sql`UPDATE ${table} SET error = ${error} WHERE ${isRow}`);
}

export function unmake(tx: Tx, picture: Picture) {
  if (picture.of === "site")
    return updateSitePicture(tx, picture.key, { ready: false });
  const { table, isRow } = rowOf(picture);
  const flags =
    picture.of === "catalogue" ? sql`ready = 0, pin_ready = 0` : sql`ready = 0`;
  tx.run(sql`UPDATE ${table} SET ${flags} WHERE ${isRow}`);
}

const FAILURES_MAX = 200;

/** The pictures of a job that were given up, with the reason of each, 200 at most. */
export const listFailures = (jobId: string): JobFailure[] =>
  getDb()
    .select()
    .from(jobs)
    .where(and(eq(jobs.parent_id, jobId), eq(jobs.state, "failed")))
    .orderBy(asc(jobs.finished_dt))
    .limit(FAILURES_MAX)
    .all()
    .flatMap(({ payload, error }) =>
      readPayload("derive", payload).pictures.map((picture) => ({
        picture: getDeriveTask(picture)?.original ?? "a deleted picture",
        error: error ?? "",
      })),
    );
