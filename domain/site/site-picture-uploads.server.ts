import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import type { ReceivedFile } from "../uploads/incoming.server.ts";
import { recordDerive, startDueJobs } from "../jobs/ledger.server.ts";
import { deriveTaskForSitePicture } from "../store/paths.ts";
import {
  receiveOriginals,
  toPlace,
} from "../uploads/receive-originals.server.ts";
import {
  removeScheduled,
  requireRemoved,
  scheduleRemoval,
} from "../store/removals.server.ts";
import type { SitePictureName } from "./schemas.ts";
import {
  deleteSitePicture,
  getSitePicture,
  saveSitePicture,
} from "./site-pictures.server.ts";

/**
 * Puts a received picture in place of the one that ships, or of an earlier one, which is served until a worker
 * has made the new one ready.
 * @param id of the incoming folder that the image is in. Removing it is up to the caller
 * @returns the job that makes it ready
 * @throws {DomainError} bad_input, not_an_image, too_large
 */
export async function replaceSitePicture(
  id: string,
  name: SitePictureName,
  image: ReceivedFile | undefined,
): Promise<string> {
  if (!image)
    throw new DomainError("bad_input", "Please choose an image.", {
      fields: { image: "An image is needed." },
    });
  for (const place of Object.values(deriveTaskForSitePicture(name, "").outputs))
    await requireRemoved(place);
  const jobId = await receiveOriginals(
    id,
    [image],
    toPlace((file) => deriveTaskForSitePicture(name, file).original),
    (tx, [original]) => {
      const before = getSitePicture(name, tx);
      if (before)
        scheduleRemoval(tx, [
          deriveTaskForSitePicture(name, before.original_file).original,
        ]);
      saveSitePicture(tx, name, {
        original_file: original!.original_file,
        ready: false,
        error: null,
        version: before?.version ?? null,
      });
      return recordDerive(tx, { of: "site", key: name });
    },
  );
  startDueJobs();
  await removeScheduled();
  return jobId;
}

/** Removes a picture, so that the one that ships is served again. */
export async function removeSitePicture(name: SitePictureName) {
  write((tx) => {
    const saved = getSitePicture(name, tx);
    if (!saved) return;
    const { original, outputs } = deriveTaskForSitePicture(
      name,
      saved.original_file,
    );
    deleteSitePicture(tx, name);
    scheduleRemoval(tx, [original, ...Object.values(outputs)]);
  });
  await removeScheduled();
}
