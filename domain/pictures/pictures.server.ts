import { and, asc, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import {
  albums,
  jobs,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
} from "#db/schema.ts";
import { parseBlurs } from "#core/blurs.ts";
import { takePlaceAtOnce } from "../finds/admin/replacements.server.ts";
import type { JobFailure } from "../jobs/answers.ts";
import {
  getPayload,
  type DeriveResult,
  type Picture,
} from "../jobs/catalogue.ts";
import {
  getSitePicture,
  getSitePictureByFile,
  updateSitePicture,
} from "../site/site-pictures.server.ts";
import { isInTrash } from "../store/discard.server.ts";
import { listNames } from "../store/disk.server.ts";
import { ROWS } from "../store/named-files.server.ts";
import {
  deriveTaskForFind,
  deriveTaskForPhoto,
  deriveTaskForRock,
  deriveTaskForSitePicture,
  INCOMING,
  incomingFolder,
  type DeriveTask,
} from "../store/paths.ts";
import { parseOriginal, type OriginalPlace } from "../store/parse-paths.ts";
import { removeFromStore } from "../store/write.server.ts";
import { isReceiving, readMark } from "../uploads/incoming.server.ts";

interface PictureKind<O extends Picture["of"]> {
  /** The paths as of now; undefined when the picture has been deleted. */
  getTask(key: KeyOf<O>, db: Pick<Tx, "select">): DeriveTask | undefined;
  /** Notes what was made, and counts the picture as ready. */
  applyResult(tx: Tx, key: KeyOf<O>, result: DeriveResult): void;
  /** The key of the picture whose original is at a place; undefined when there is none. */
  getKey(place: Extract<OriginalPlace, { of: O }>): KeyOf<O> | undefined;
}
type KeyOf<O> = Extract<Picture, { of: O }>["key"];

const find: PictureKind<"find"> = {
  getTask(key, db) {
    const row = db
      .select({ image: rockPostImages, folder: rockPosts.folder })
      .from(rockPostImages)
      .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
      .where(eq(rockPostImages.rpi_key, key))
      .get();
    return (
      row && {
        ...deriveTaskForFind(row.folder, row.image),
        blurs: parseBlurs(row.image.blurs),
      }
    );
  },
  applyResult(tx, key, { width, height, taken_dt, fingerprint }) {
    const image = tx
      .update(rockPostImages)
      .set({ ready: true, error: null, width, height, taken_dt, fingerprint })
      .where(eq(rockPostImages.rpi_key, key))
      .returning()
      .get();
    if (image) takePlaceAtOnce(tx, image);
  },
  getKey: ({ uuid, file }) =>
    getKey(sql`
      SELECT rpi_key AS key FROM rock_post_images JOIN rock_posts USING (rps_key)
       WHERE uuid = ${uuid} AND original_file = ${file}`),
};

const catalogue: PictureKind<"catalogue"> = {
  getTask(key, db) {
    const rock = db.select().from(rocks).where(eq(rocks.rc_key, key)).get();
    return rock && deriveTaskForRock(rock);
  },
  applyResult: (tx, key) =>
    void tx
      .update(rocks)
      .set({ ready: true, pin_ready: true, error: null })
      .where(eq(rocks.rc_key, key))
      .run(),
  getKey: ({ folder, file }) =>
    getKey(
      sql`SELECT rc_key AS key FROM rocks WHERE folder = ${folder} AND original_file = ${file}`,
    ),
};

const photo: PictureKind<"photo"> = {
  getTask(key, db) {
    const row = db
      .select({ photo: photos, album: albums.name })
      .from(photos)
      .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
      .where(eq(photos.p_key, key))
      .get();
    return row && deriveTaskForPhoto(row.album, row.photo);
  },
  applyResult(tx, key, { sha256 = null, taken_dt, ...file }) {
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
  getKey: ({ album, file }) =>
    getKey(sql`
      SELECT p_key AS key FROM photos JOIN albums a USING (pa_key)
       WHERE a.name = ${album} AND original_file = ${file}`),
};

const site: PictureKind<"site"> = {
  getTask(key, db) {
    const saved = getSitePicture(key, db);
    return saved && deriveTaskForSitePicture(key, saved.original_file);
  },
  applyResult: (tx, key, { mtime_ms }) =>
    updateSitePicture(tx, key, {
      ready: true,
      error: null,
      version: Math.round(mtime_ms).toString(36),
    }),
  getKey: ({ file }) => getSitePictureByFile(file),
};

const getKey = (query: ReturnType<typeof sql>) =>
  getDb().get<{ key: number } | undefined>(query)?.key;

/** The one table of kinds of pictures. A kind that is missing or incomplete does not compile. */
const kinds: { [O in Picture["of"]]: PictureKind<O> } = {
  find,
  catalogue,
  photo,
  site,
};
const kindOf = (of: Picture["of"]) => kinds[of] as PictureKind<Picture["of"]>;

export const getDeriveTask = (
  { of, key }: Picture,
  db: Pick<Tx, "select"> = getDb(),
): DeriveTask | undefined => kindOf(of).getTask(key, db);

export const applyResult = (
  tx: Tx,
  { of, key }: Picture,
  result: DeriveResult,
) => kindOf(of).applyResult(tx, key, result);

/** The picture whose original has this path; undefined when the path is no original's. */
export function getPictureAt(original: string): Picture | undefined {
  const place = parseOriginal(original);
  const key = place && kindOf(place.of).getKey(place);
  return key === undefined ? undefined : ({ of: place!.of, key } as Picture);
}

const rowOf = ({ of, key }: Exclude<Picture, { of: "site" }>) => ({
  table: sql.identifier(ROWS[of].table),
  isRow: sql`${sql.identifier(ROWS[of].key)} = ${key}`,
  /** The columns that say whether all derivatives are made. */
  flags: of === "catalogue" ? ["ready", "pin_ready"] : ["ready"],
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
  const { table, isRow, flags } = rowOf(picture);
  const set = sql.raw(flags.map((flag) => `${flag} = 0`).join(", "));
  tx.run(sql`UPDATE ${table} SET ${set} WHERE ${isRow}`);
}

/** Whether a picture counts as ready: its derivatives were made from the current original. */
export function isReady(picture: Picture) {
  if (picture.of === "site") return getSitePicture(picture.key)?.ready ?? false;
  const { table, isRow, flags } = rowOf(picture);
  const ready = sql.raw(flags.join(" AND "));
  return (
    getDb().get(sql`SELECT 1 FROM ${table} WHERE ${isRow} AND ${ready}`) !==
    undefined
  );
}

/** The admin's name for a picture: its original's path within the store. */
const describePicture = (picture: Picture) =>
  getDeriveTask(picture)?.original ?? "a deleted picture";

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
    .flatMap(({ payload, error }) => {
      const pictures = getPayload("derive", payload)?.pictures;
      const names = pictures?.map(describePicture) ?? ["unknown pictures"];
      return names.map((picture) => ({ picture, error: error ?? "" }));
    });

/** Removes leftovers of interrupted uploads, in their folders and in their places without a row. */
export async function sweepIncoming() {
  for (const id of await listNames(INCOMING)) {
    if (isReceiving(id)) continue;
    const mark = await readMark(id);
    if (mark && !getPictureAt(mark.original) && !isInTrash(mark.whole))
      await removeFromStore(mark.whole);
    await removeFromStore(incomingFolder(id));
  }
}
