import { and, asc, eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { albumPhoto } from "../albums/album-photo.server.ts";
import { findPicture } from "../finds/find-picture.server.ts";
import type { JobFailure } from "../jobs/answers.ts";
import {
  getPayload,
  type DeriveResult,
  type Picture,
} from "../jobs/catalogue.ts";
import type { JobRow } from "../jobs/ledger.server.ts";
import type { PictureKind, Reader } from "../jobs/picture-kind.ts";
import { cataloguePicture } from "../rocks/catalogue-picture.server.ts";
import { sitePicture } from "../site/site-pictures.server.ts";
import { parseOriginal, type DeriveTask } from "../store/paths.ts";

type KindName = Picture["of"];

/** The one table of kinds of pictures. A kind that is missing or incomplete does not compile. */
const kinds: { [O in KindName]: PictureKind<O> } = {
  find: findPicture,
  catalogue: cataloguePicture,
  photo: albumPhoto,
  site: sitePicture,
};
const kindOf = (of: KindName) => kinds[of] as PictureKind;

/** The paths of a picture as of now; undefined when it has been deleted. */
export const getDeriveTask = (
  { of, key }: Picture,
  db: Reader = getDb(),
): DeriveTask | undefined => kindOf(of).getTask(key, db);

/** Writes a finished picture's figures into its row and counts it as ready. */
export const applyResult = (
  tx: Tx,
  { of, key }: Picture,
  result: DeriveResult,
) => kindOf(of).applyResult(tx, key, result);

export const applyFailure = (tx: Tx, { of, key }: Picture, error: string) =>
  kindOf(of).applyFailure(tx, key, error);

export const unmake = (tx: Tx, { of, key }: Picture) =>
  kindOf(of).unmake(tx, key);

/** The picture whose original has this path; undefined when the path is no original's. */
export function getPictureAt(original: string): Picture | undefined {
  const place = parseOriginal(original);
  const key = place && kindOf(place.of).getKey(place);
  return key === undefined ? undefined : ({ of: place!.of, key } as Picture);
}

/** Whether a picture counts as ready: its derivatives were made from the current original. */
export const isReady = ({ of, key }: Picture) => kindOf(of).isReady(key);

/** The admin's name for a picture: its original's path within the store. */
const describePicture = (picture: Picture) =>
  getDeriveTask(picture)?.original ?? "a deleted picture";

const FAILURES_MAX = 200;

/** The pictures of a job that were given up, with the reason of each, 200 at most. */
export function listFailures(jobId: string): JobFailure[] {
  return getDb()
    .select()
    .from(jobs)
    .where(and(eq(jobs.parent_id, jobId), eq(jobs.state, "failed")))
    .orderBy(asc(jobs.finished_dt))
    .limit(FAILURES_MAX)
    .all()
    .flatMap((row) =>
      describePictures(row).map((picture) => ({
        picture,
        error: row.error ?? "",
      })),
    );
}

/** The admin's names for the pictures of a part. */
const describePictures = (part: JobRow) =>
  getPayload("derive", part.payload)?.pictures.map(describePicture) ?? [
    "unknown pictures",
  ];
