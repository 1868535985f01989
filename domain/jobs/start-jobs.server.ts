import { and, eq, inArray } from "drizzle-orm";
import { type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { jobs } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import type { JobName } from "./catalogue.ts";
import { hasFolder } from "../store/disk.server.ts";
import { parseFolder } from "../store/parse-path.ts";
import { requireStore } from "../store/identity.server.ts";
import {
  parsePayload,
  recordJob,
  startDueJobs,
  type JobRow,
  type Payloads,
} from "./ledger.server.ts";

/** The two jobs that the admin starts by hand. Started again while one runs, that one is joined. */

/**
 * Makes the derivatives of all originals below a folder: those that are missing, or all with `regenerate`.
 * @param path as an operator writes it: 'media', 'media/rocks', 'media/albums/sea' …
 * @throws {DomainError} bad_input where there is no such folder of the store
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
  return startOrJoin("create-images", { folder, regenerate }, (running) => {
    const other = parsePayload<"create-images">(running);
    return other.folder === folder && (other.regenerate || !regenerate);
  });
}

/** The store's own three folders are there even before the first file is. */
const isFolder = async (folder: string) =>
  ["", "rocks", "albums", "catalog"].includes(folder) ||
  (await hasFolder(folder));

/** Brings the albums in line with their folders. */
export const startAlbumSync = () =>
  startOrJoin("sync-albums", {}, (running) => running.state === "queued");

function startOrJoin<N extends JobName>(
  kind: N,
  payload: Payloads[N],
  isSame: (running: JobRow) => boolean,
) {
  requireStore();
  const jobId = write((tx: Tx) => {
    const open = tx
      .select()
      .from(jobs)
      .where(
        and(eq(jobs.kind, kind), inArray(jobs.state, ["queued", "running"])),
      )
      .all();
    return open.find(isSame)?.job_id ?? recordJob(tx, kind, payload);
  });
  startDueJobs();
  return jobId;
}
