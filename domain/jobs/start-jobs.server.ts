import { type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import type { JobName, JobPayload } from "./catalogue.ts";
import { hasFolder } from "../store/disk.server.ts";
import { type KeepsakeForm } from "../store/paths.ts";
import { parseFolder, ROOTS } from "../store/parse-paths.ts";
import { listFoldersOf } from "../store/named-files.server.ts";
import { requireStore } from "../store/identity.server.ts";
import {
  listOpen,
  recordJob,
  startDueJobs,
  type JobRow,
} from "./ledger.server.ts";

/** The jobs that the admin starts by hand. Starting one that runs already joins it. */

/**
 * Makes the derivatives of all originals below a folder: the missing ones, or all with `regenerate`.
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
  return start("create-images", { folder, regenerate }, ({ payload }) =>
    // One that makes all of them makes the missing ones too.
    [regenerate, true].some(
      (regenerate) => payload === JSON.stringify({ folder, regenerate }),
    ),
  );
}

/** The store's own three folders count even before they hold a file. */
const isFolder = async (folder: string) =>
  ["", ...ROOTS].includes(folder) ||
  (folder.startsWith("albums/")
    ? hasFolder(folder)
    : listFoldersOf(folder).length > 0);

const ALBUM_SYNC: Joined<"sync-albums"> = [
  "sync-albums",
  {},
  (other) => other.state === "queued",
];

export function startAlbumSync(): string {
  requireStore();
  return start(...ALBUM_SYNC);
}

export function startKeepsake(form: KeepsakeForm): string {
  requireStore();
  return start(
    "keepsake",
    { form },
    ({ payload }) => payload === JSON.stringify({ form }),
  );
}

/** Makes a backup, unless one is being made that was started in the same way. */
export const startBackup = () => start("back-up", {}, () => true);

/** Records the job, as part of a transaction. Call `startDueJobs` once that has ended. */
export const recordAlbumSync = (tx: Tx) => joinOrRecord(tx, ...ALBUM_SYNC);

function start<N extends JobName>(...job: Joined<N>): string {
  const jobId = write((tx) => joinOrRecord(tx, ...job));
  startDueJobs();
  return jobId;
}

/** A job, and whether another one that has not ended does the same. */
type Joined<N extends JobName> = [
  kind: N,
  payload: JobPayload<N>,
  isSame: (other: JobRow) => boolean,
];

function joinOrRecord<N extends JobName>(
  tx: Tx,
  ...[kind, payload, isSame]: Joined<N>
): string {
  const same = listOpen(tx, kind).find(isSame);
  return same?.job_id ?? recordJob(tx, kind, payload);
}
