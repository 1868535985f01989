import { msg } from "@lingui/core/macro";
import { and, eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockPostImages, uploads } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { withLock } from "#core/with-lock.server.ts";
import { recordDerive, startDueJobs } from "../jobs/ledger.server.ts";
import { incomingFolder, originalIn, uploadFile } from "../store/paths.ts";
import { linkOrCopy } from "../store/write.server.ts";
import { makeIncoming, withIncoming } from "../uploads/incoming.server.ts";
import {
  receiveOriginals,
  toPlace,
} from "../uploads/receive-originals.server.ts";
import {
  createUpload,
  listArrivedOriginals,
  removeArrived,
  removeUpload,
  useUploads,
  type NewUpload,
} from "../uploads/resumable.server.ts";
import type { UploadMetadata } from "../uploads/schemas.ts";
import {
  getImage,
  readImages,
  requireFind,
  requireFolder,
} from "./admin/read-finds.server.ts";
import { requireOwn } from "./finder-access.server.ts";
import { recordHistory } from "./history.server.ts";

/** Originals that arrive after a smaller copy, with which the find was sent. */

/**
 * Begins the upload of an original.
 * @throws {DomainError} not_found without such an image or its find's key; conflict if its original is here already;
 * bad_input, too_many, unavailable
 */
export async function announceOriginal(
  upload: NewUpload,
  {
    original_of,
    find_key = "",
  }: Pick<UploadMetadata, "find_key"> & { original_of: string },
  address: string,
) {
  const [uuid = "", name = ""] = original_of.split("/");
  const { rps_key } = requireOwn(uuid, find_key);
  await createUpload(upload, address, (tx) => {
    const image = readImages(rps_key).find((image) => image.name === name);
    if (!image)
      throw new DomainError("not_found", msg`There is no such image.`);
    if (image.original_state === "final") throw isHere();
    tx.update(rockPostImages)
      .set({ original_state: "pending" })
      .where(eq(rockPostImages.rpi_key, image.rpi_key))
      .run();
    return image.rpi_key;
  });
}

const isHere = () =>
  new DomainError("conflict", msg`The original of this image is here already.`);

/** An upload that is to become an image's original; undefined if it is for something else, or has become it already. */
const getWaiting = (id: string) =>
  getDb()
    .select({ upload: uploads, image: rockPostImages })
    .from(uploads)
    .innerJoin(rockPostImages, eq(rockPostImages.rpi_key, uploads.rpi_key))
    .where(and(eq(uploads.id, id), eq(uploads.is_used, false)))
    .get();
type Waiting = NonNullable<ReturnType<typeof getWaiting>>;

/**
 * Makes a finished upload an image's original, if it is meant to be one. It takes the place of the smaller copy once
 * its derivatives are there: see `replacements.server.ts`. May be repeated at any time. An upload that is refused is
 * removed, and its image keeps the reason.
 * @throws {DomainError} not_an_image, too_large, conflict if another original came first, unavailable
 */
export const applyOriginal = (id: string) =>
  withLock(`original ${id}`, async () => {
    const waiting = getWaiting(id);
    if (!waiting) return;
    try {
      await replaceOriginal(waiting);
    } catch (error) {
      if (error instanceof DomainError) {
        const isUnfit = ["not_an_image", "too_large"].includes(error.kind);
        if (isUnfit) keepReason(waiting.image, error);
        if (isUnfit || error.kind === "conflict") await removeUpload(id);
      }
      throw error;
    }
    startDueJobs();
    await removeArrived([id]);
  });

/** The sender may not be there any more to read the answer. */
const keepReason = (
  { rpi_key }: typeof rockPostImages.$inferSelect,
  { message }: DomainError,
) =>
  write((tx) =>
    tx
      .update(rockPostImages)
      .set({ original_error: message })
      .where(eq(rockPostImages.rpi_key, rpi_key))
      .run(),
  );

async function replaceOriginal({ upload, image }: Waiting) {
  const { id, file_name } = upload;
  const { rps_key, rpi_key } = image;
  const folder = requireFolder(rps_key);
  await withIncoming(async (incoming) => {
    await makeIncoming(incoming);
    const file = {
      name: file_name,
      path: `${incomingFolder(incoming)}/0`,
    };
    await linkOrCopy(uploadFile(id), file.path);
    await receiveOriginals(
      incoming,
      [file],
      toPlace((name) => originalIn(folder, name), {
        hasCopy: true,
      }),
      (tx, [original]) => {
        const image = getImage(tx, eq(rockPostImages.rpi_key, rpi_key));
        if (!image || image.original_state === "final") throw isHere();
        useUploads(tx, [id]);
        tx.update(rockPostImages)
          .set({ original_state: "final", original_error: null })
          .where(eq(rockPostImages.rpi_key, rpi_key))
          .run();
        const added = tx
          .insert(rockPostImages)
          .values({
            ...{ rps_key, ...original!, replaces: rpi_key, show: false },
            blurs: image.blurs,
          })
          .returning()
          .get();
        recordDerive(tx, { of: "find", key: added.rpi_key });
        if (requireFind(rps_key).show)
          recordHistory(tx, {
            rps_key,
            by: "finder",
            what: "original-arrived",
            changes: { image: [image.original_name, added.original_name] },
          });
      },
    );
  });
}

/** Gives originals their places that had arrived when the store or the site went away. */
export async function applyOriginals() {
  for (const id of await listArrivedOriginals())
    try {
      await applyOriginal(id);
    } catch (error) {
      log.warn("an original could not take its place", { id, error });
    }
}
