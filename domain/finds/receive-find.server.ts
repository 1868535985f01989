import { msg } from "@lingui/core/macro";
import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { messages } from "#core/messages.ts";
import { IMAGES_MAX } from "#core/limits.ts";
import { getSettings } from "#core/settings.server.ts";
import { incomingFolder } from "../store/paths.ts";
import { recordDerive, startDueJobs } from "../jobs/ledger.server.ts";
import { trashedSubmission } from "./trashed-finds.server.ts";
import type { ReceivedFile } from "../uploads/incoming.server.ts";
import {
  receiveOriginals,
  toNewFind,
} from "../uploads/receive-originals.server.ts";
import {
  removeArrived,
  takeUploads,
  useUploads,
} from "../uploads/resumable.server.ts";
import { countUpload, requireUploadAllowed } from "../limits/tries.server.ts";
import type { SubmissionResult } from "./answers.ts";
import { requireFewEnough } from "./admin/change-images.server.ts";
import { readImages } from "./admin/read-finds.server.ts";
import { refreshRocks } from "../rocks/pins.server.ts";
import type { NewFind } from "./schemas.ts";

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
    images: readImages(rps_key).map(({ name }) => name),
  };
}

/**
 * Adds a find whose files are in `incomingFolder(uuid)` or are finished uploads that it names, which come first. When
 * it returns, the originals are in their places and the rows are written. The same `submission_id` again adds nothing
 * and returns the first result. The caller removes the incoming folder.
 * @throws {DomainError} bad_input, not_an_image, too_large, too_many; then nothing is left but that folder, and the
 * uploads can be used again
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
