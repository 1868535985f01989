import { eq } from "drizzle-orm";
import { jobs } from "#db/schema.ts";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import type { JobName, JobPayload } from "./catalogue.ts";
import { hasFolder } from "../store/disk.server.ts";
import { type KeepsakeForm } from "../store/paths.ts";
import { parseFolder, ROOTS } from "../store/parse-paths.ts";
import { listOriginals } from "../store/named-files.server.ts";
import { requireStore } from "../store/identity.server.ts";
import { listOpen, recordJob, startDueJobs } from "./ledger.server.ts";

/** The jobs that the admin starts by hand. Starting one that runs already joins it. */

/**
 * @param path as an operator writes it: 'media', 'media/rocks', 'media/albums/sea' …
 * @throws {DomainError} bad_input when the store has no such folder
 */
export async function startCreateImages(
  path: string,
  regenerate: boolean,
): Promise<string> {
  requireStore();
  const folder = parseFolder(path);
  const isThere = folder !== undefined && (await isFolder(folder));
  if (!isThere)
    throw new DomainError(
      "bad_input",
      "There is no such folder: use media, media/rocks, media/albums, media/catalog or a folder below them.",
      {
        fields: { path: "There is no such folder." },
      },
    );
  requireStore();
  return start("create-images", { folder, regenerate });
}

/** The store's own three folders count even before they hold a file. */
const isFolder = async (folder: string) =>
  ["", ...ROOTS].includes(folder) ||
  (folder.startsWith("albums/")
    ? hasFolder(folder)
    : !listOriginals(getDb().$client, folder).next().done);

export function startAlbumSync(): string {
  requireStore();
  return start("sync-albums", {});
}

export function startKeepsake(form: KeepsakeForm): string {
  requireStore();
  return start("keepsake", { form });
}

export const startBackup = () => start("back-up", {});

function start<N extends JobName>(kind: N, payload: JobPayload<N>): string {
  const jobId = write((tx) => joinOrRecord(tx, kind, payload));
  startDueJobs();
  return jobId;
}

/**
 * Records a job as part of a transaction, or joins one that is there. Call `startDueJobs` once that has ended.
 * @param waits milliseconds that it may wait for more of its kind. One that is due already doesn't wait
 */
export function joinOrRecord<N extends JobName>(
  tx: Tx,
  kind: N,
  payload: JobPayload<N>,
  waits = 0,
): string {
  const same = listOpen(tx, kind).find(
    (other) =>
      other.payload === JSON.stringify(payload) &&
      // One that has begun may have listed the albums' folders already.
      (kind !== "sync-albums" || other.state === "queued"),
  );
  const now = Date.now();
  const run_after = waits > 0 ? now + waits : 0;
  if (!same) return recordJob(tx, kind, payload, { run_after });
  if (same.run_after > now)
    tx.update(jobs)
      .set({ run_after })
      .where(eq(jobs.job_id, same.job_id))
      .run();
  return same.job_id;
}
