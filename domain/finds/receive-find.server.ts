import { msg } from "@lingui/core/macro";
import { eq, and } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts, uploads } from "#db/schema.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { messages } from "#core/messages.ts";
import { IMAGES_MAX } from "#core/limits.ts";
import { getSettings } from "#core/settings.server.ts";
import { incomingFolder, originalIn, uploadFile } from "../store/paths.ts";
import { recordDerive, startDueJobs } from "../jobs/ledger.server.ts";
import {
  listTrashedImages,
  trashedSubmission,
} from "./trashed-finds.server.ts";
import {
  type ReceivedFile,
  makeIncoming,
  withIncoming,
} from "../uploads/incoming.server.ts";
import {
  receiveOriginals,
  toNewFind,
  toPlace,
} from "../uploads/receive-originals.server.ts";
import {
  removeArrived,
  takeUploads,
  useUploads,
  createUpload,
  listArrivedOriginals,
  removeUpload,
  type NewUpload,
} from "../uploads/resumable.server.ts";
import { countUpload, requireUploadAllowed } from "../limits/tries.server.ts";
import type { SubmissionResult } from "./answers.ts";
import { requireFewEnough } from "./admin/change-images.server.ts";
import {
  readImages,
  readOwnImages,
  getImage,
  firstNameOf,
  isNamed,
  requireFind,
  requireFolder,
} from "./admin/read-finds.server.ts";
import { refreshRocks } from "../rocks/pins.server.ts";
import type { NewFind } from "./schemas.ts";
import { write } from "#db/write.server.ts";
import { log } from "#core/log.server.ts";
import { withLock } from "#core/with-lock.server.ts";
import { linkOrCopy } from "../store/write.server.ts";
import type { UploadMetadata } from "../uploads/schemas.ts";
import { requireOwnKey } from "./finder-access.server.ts";
import { recordHistory } from "./history.server.ts";

/** The answer to an earlier send of the same submission, even if its find is in the trash by now. */
export function submissionResult(
  submissionId: string,
): SubmissionResult | undefined {
  const post = getDb()
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.submission_id, submissionId))
    .get();
  if (!post) return trashedSubmission(submissionId);
  const { uuid, rock_number, rps_key } = post;
  return {
    uuid,
    rock_number,
    images: readOwnImages(rps_key).map(firstNameOf),
  };
}

/**
 * Adds a find whose files are in `incomingFolder(uuid)`, after the finished uploads that it names. When it returns, the
 * originals are in their places and the rows are written. The same `submission_id` again returns the first result. If it
 * throws, nothing is left but that folder, which the caller removes, and the uploads can be used again.
 */
export async function addFind(
  uuid: string,
  find: NewFind,
  files: ReceivedFile[],
  from: { address: string; lang: string },
): Promise<{ receipt: SubmissionResult; added: boolean }> {
  const earlier = find.submission_id && submissionResult(find.submission_id);
  if (earlier) return { receipt: earlier, added: false };
  const ids = find.uploads ?? [];
  const total = ids.length + files.length;
  if (total === 0)
    throw wrongField("images", msg`Please add at least one image.`);
  if (total > IMAGES_MAX) throw wrongField("images", messages.tooManyImages);
  const { descriptions = [], blurs = [] } = find;
  requireFewEnough({ descriptions, blurs }, total);
  requireUploadAllowed(from.address);

  try {
    const uploaded = await takeUploads(ids, incomingFolder(uuid));
    const receipt = await receiveOriginals(
      uuid,
      [...uploaded, ...files].map((file, index) => ({
        ...file,
        blurs: blurs[index],
      })),
      toNewFind(find.rockNumber, uuid),
      (tx, originals) => {
        requireUploadAllowed(from.address);
        requireNotTrashed(tx, find);
        useUploads(tx, ids);
        const post = insertFind(tx, uuid, find, from.lang);
        for (const [index, original] of originals.entries()) {
          const upload = uploaded[index];
          const original_state =
            upload && (upload.is_preview ? "pending" : "replaceable");
          const image = tx
            .insert(rockPostImages)
            .values({
              rps_key: post.rps_key,
              ...original,
              original_state,
              description: descriptions[index],
              blurs: JSON.stringify(blurs[index] ?? []),
            })
            .returning()
            .get();
          recordDerive(tx, { of: "find", key: image.rpi_key });
        }
        refreshRocks(tx, [post.rock_number]);
        countUpload(from.address);
        return {
          uuid,
          rock_number: post.rock_number,
          images: originals.map(({ current_name }) => current_name),
        };
      },
    );
    startDueJobs();
    await removeArrived(ids);
    return { receipt, added: true };
  } catch (error) {
    // Another send of the same submission may have come first while this one was on its way.
    const first = find.submission_id && submissionResult(find.submission_id);
    if (first) return { receipt: first, added: false };
    throw error;
  }
}

/** An earlier send may have arrived, and been deleted, while this one was on its way. */
function requireNotTrashed(tx: Tx, { submission_id }: NewFind) {
  if (submission_id && trashedSubmission(submission_id, tx))
    throw new DomainError("conflict", msg`This find was sent before.`);
}

function insertFind(tx: Tx, uuid: string, find: NewFind, lang: string) {
  const {
    rockNumber,
    rockNumberQr,
    date,
    submission_id,
    suggestion,
    find_key,
    uploads: _uploads,
    descriptions: _descriptions,
    blurs: _blurs,
    ...texts
  } = find;
  return tx
    .insert(rockPosts)
    .values({
      ...texts,
      lang,
      uuid,
      submission_id,
      rock_number: rockNumber,
      rock_number_qr: rockNumberQr,
      date: `${date}T00:00:00Z`,
      show: getSettings().MODERATION === "off",
      suggestion: suggestion && JSON.stringify(suggestion),
      precision: suggestion?.precision,
      find_key_hash: find_key && hashOf(find_key),
    })
    .returning()
    .get();
}

/** Originals that arrive after a smaller copy, with which the find was sent. */

export async function announceOriginal(
  upload: NewUpload,
  {
    original_of,
    find_key = "",
  }: Pick<UploadMetadata, "find_key"> & { original_of: string },
  address: string,
) {
  const [uuid = "", name = ""] = original_of.split("/");
  const rps_key = requireOwnKey(uuid, find_key);
  await createUpload(upload, address, (tx) => {
    const image = [
      ...readImages(rps_key),
      ...listTrashedImages(tx, rps_key),
    ].find(isNamed(name));
    if (!image)
      throw new DomainError("not_found", msg`There is no such image.`);
    if ((image.original_state ?? "final") === "final") throw isHere();
    // One in the trash has no row, and is asked for its uploads when it comes back.
    tx.update(rockPostImages)
      .set({ original_state: "pending" })
      .where(eq(rockPostImages.rpi_key, image.rpi_key!))
      .run();
    return image.rpi_key!;
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
 * Makes a finished upload an image's original, if it is meant to be one: see `replacements.server.ts`. May be repeated.
 * One that is refused is removed, and its image keeps the reason.
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

/** Gives originals their places that had arrived when the store or the site went away, or their image was in the trash. @param images only of these */
export async function applyOriginals(images?: number[]) {
  for (const id of await listArrivedOriginals(images))
    try {
      await applyOriginal(id);
    } catch (error) {
      log.warn("an original could not take its place", { id, error });
    }
}
