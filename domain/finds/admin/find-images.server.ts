import { and, eq, ne } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { recordHistory } from "#domain/history/history.server.ts";
import { recordJob, startDueJobs } from "#domain/jobs/ledger.server.ts";
import {
  deriveTaskForFind,
  originalOfFind,
  shareFolder,
} from "../../store/paths.ts";
import {
  removeScheduled,
  scheduleRemoval,
} from "#domain/store/removals.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import {
  receiveOriginals,
  toPlace,
} from "#domain/uploads/receive-originals.server.ts";
import type { FindImage } from "../answers.ts";
import {
  numbersOf,
  requireArrived,
  tryMove,
  withFindLock,
} from "./move-find.server.ts";
import { listImagesOfFind } from "./read-finds.server.ts";

/**
 * Adds an image to a find, and starts the job that makes its derivatives.
 * @param id names the incoming folder that the image is in. The caller removes that folder.
 * @throws {DomainError} bad_input, not_found, not_an_image, too_large
 */
export async function addImage(
  id: string,
  rpsKey: number,
  image: ReceivedFile | undefined,
): Promise<FindImage> {
  if (!image)
    throw new DomainError("bad_input", "Please choose an image.", {
      fields: { image: "An image is needed." },
    });
  return withFindLock(rpsKey, async () => {
    await tryMove(rpsKey);
    const { rock_number, uuid } = requireArrived(rpsKey);
    const key = await receiveOriginals(
      id,
      [image],
      toPlace((file) => originalOfFind(rock_number, uuid, file)),
      (tx, [original]) => {
        // The find may have been deleted while the image came.
        requireArrived(rpsKey);
        const { rpi_key } = tx
          .insert(rockPostImages)
          .values({ rps_key: rpsKey, ...original! })
          .returning()
          .get();
        recordJob(tx, "derive", { pictures: [{ of: "find", key: rpi_key }] });
        recordHistory(tx, {
          rps_key: rpsKey,
          by: "admin",
          what: "image-added",
          changes: { image: [null, original!.original_name] },
        });
        return rpi_key;
      },
    );
    startDueJobs();
    return listImagesOfFind(rpsKey).find(({ rpi_key }) => rpi_key === key)!;
  });
}

function requireImage(tx: Pick<Tx, "select">, rpiKey: number) {
  const row = tx
    .select({ image: rockPostImages, find: rockPosts })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(eq(rockPostImages.rpi_key, rpiKey))
    .get();
  if (!row) throw new DomainError("not_found", "There is no such image.");
  return row;
}

/**
 * Shows or hides one image of a find, or flips it if `show` is undefined.
 * @returns whether it is shown now
 */
export function showImage(rpiKey: number, show?: boolean): boolean {
  return write((tx) => {
    const { image, find } = requireImage(tx, rpiKey);
    const wanted = show ?? !image.show;
    const { changes } = tx
      .update(rockPostImages)
      .set({ show: wanted })
      .where(
        and(
          eq(rockPostImages.rpi_key, rpiKey),
          ne(rockPostImages.show, wanted),
        ),
      )
      .run();
    const name = image.original_name;
    if (changes > 0)
      recordHistory(tx, {
        rps_key: find.rps_key,
        by: "admin",
        what: wanted ? "image-shown" : "image-hidden",
        changes: { image: wanted ? [null, name] : [name, null] },
      });
    return wanted;
  });
}

/** Deletes one image with its row, original and derivatives. */
export async function deleteImage(rpiKey: number) {
  const { find } = requireImage(getDb(), rpiKey);
  await withFindLock(find.rps_key, () => removeImage(rpiKey));
}

async function removeImage(rpiKey: number) {
  write((tx) => {
    const { image, find } = requireImage(tx, rpiKey);
    tx.delete(rockPostImages).where(eq(rockPostImages.rpi_key, rpiKey)).run();
    recordHistory(tx, {
      rps_key: find.rps_key,
      by: "admin",
      what: "image-deleted",
      changes: { image: [image.original_name, null] },
    });
    scheduleRemoval(tx, [
      ...numbersOf(find).flatMap((number) => {
        const { original, outputs } = deriveTaskForFind(
          number,
          find.uuid,
          image,
        );
        return [original, ...Object.values(outputs)];
      }),
      shareFolder(find.rock_number),
    ]);
  });
  await removeScheduled();
}
