import { eq } from "drizzle-orm";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import { startDueJobs } from "#domain/jobs/ledger.server.ts";
import type { FindImage } from "../answers.ts";
import { recordHistory } from "../history.server.ts";
import type { ImageChange } from "../schemas.ts";
import { saveBlurs } from "./blur-images.server.ts";
import { saveDescriptions, selectOwnImages } from "./describe-images.server.ts";
import { listImagesOfFind } from "./read-finds.server.ts";

/**
 * Saves what one image shows and hides, as the admin says.
 * @param isCurrent runs within the transaction; if it is false, the change is refused as stale
 * @throws {DomainError} not_found, conflict, unavailable
 */
export function changeImage(
  rpiKey: number,
  { description, blurs }: ImageChange,
  isCurrent: (image: FindImage) => boolean,
): FindImage {
  const changed = write((tx) => {
    const image = tx
      .select()
      .from(rockPostImages)
      .where(eq(rockPostImages.rpi_key, rpiKey))
      .get();
    const { rps_key = 0 } = image ?? {};
    const before = image && readImage(rps_key, rpiKey);
    if (!before) throw new DomainError("not_found", "There is no such image.");
    if (!isCurrent(before))
      throw new DomainError(
        "conflict",
        "This image was changed by someone else meanwhile.",
      );
    const images = selectOwnImages(rps_key, tx);
    const listFor = <T>(value: T) =>
      images.map(({ rpi_key }) => (rpi_key === rpiKey ? value : undefined));
    const changes = {
      ...saveDescriptions(tx, rps_key, listFor(description)),
      ...saveBlurs(tx, rps_key, listFor(blurs === null ? [] : blurs)),
    };
    if (Object.keys(changes).length > 0)
      recordHistory(tx, { rps_key, by: "admin", what: "changed", changes });
    return readImage(rps_key, rpiKey)!;
  });
  startDueJobs();
  return changed;
}

const readImage = (rpsKey: number, rpiKey: number) =>
  listImagesOfFind(rpsKey).find(({ rpi_key }) => rpi_key === rpiKey);
