import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { asc, eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { inspectImage } from "../images/inspect.server.ts";
import {
  hasFind,
  markFind,
  type ReceivedFile,
} from "../uploads/incoming.server.ts";
import { recordJob, startDueJobs } from "../jobs/ledger.server.ts";
import {
  addressKey,
  countTry,
  EVERYWHERE,
  requireWithin,
} from "../limits/rate-limits.server.ts";
import { incomingFolder, findFolder } from "../store/paths.ts";
import {
  makeFolder,
  moveInto,
  removeFromStore,
  syncTree,
} from "../store/write.server.ts";
import { onDisk } from "../store/disk.server.ts";
import { hashFindKey } from "./finder-access.server.ts";
import { refreshRocks } from "./pins.server.ts";
import { messages } from "../core/messages.ts";
import { IMAGES_MAX } from "../core/schemas.ts";
import type { SubmissionResult } from "./answers.ts";
import type { NewFind } from "./schemas.ts";
import { getSettings } from "../core/settings.server.ts";
import { requireArrived } from "../store/identity.server.ts";

/** What an earlier send of the same submission was answered with. */
export function submissionResult(
  submissionId: string,
): SubmissionResult | undefined {
  const db = getDb();
  const post = db
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.submission_id, submissionId))
    .get();
  if (!post) return undefined;
  const images = db
    .select({ name: rockPostImages.current_name })
    .from(rockPostImages)
    .where(eq(rockPostImages.rps_key, post.rps_key))
    .orderBy(asc(rockPostImages.rpi_key))
    .all();
  return {
    uuid: post.uuid,
    rock_number: post.rock_number,
    images: images.map((image) => image.name),
  };
}

/** @throws {DomainError} too_many where this address, or all together, have sent enough for now */
export function requireUploadAllowed(
  address: string,
  db: Parameters<typeof requireWithin>[0] = getDb(),
) {
  const { UPLOAD_LIMITS, UPLOAD_LIMIT_TOTAL } = getSettings();
  requireWithin(db, "upload", addressKey(address), UPLOAD_LIMITS);
  requireWithin(db, "upload", EVERYWHERE, UPLOAD_LIMIT_TOTAL);
}

const COUNTED = new Set([
  "bad_input",
  "not_an_image",
  "too_large",
  "timed_out",
]);

/**
 * Counts an upload that was refused because of what it brought, so that nobody can have files checked
 * without end.
 * @throws {DomainError} too_many when this address has no try left; then nothing is counted
 */
export function countRefusal(address: string, error: unknown) {
  if (!(error instanceof DomainError) || !COUNTED.has(error.kind)) return;
  const { UPLOAD_LIMITS } = getSettings();
  if (UPLOAD_LIMITS.length === 0) return;
  requireWithin(getDb(), "upload", addressKey(address), UPLOAD_LIMITS);
  countTry(getDb(), "upload", addressKey(address));
}

/**
 * Takes a find whose files stand in `incomingFolder(uuid)`: originals are in their place and rows
 * are written when it returns. The same `submission_id` again adds nothing and gives the first receipt.
 * The incoming folder is the caller's to remove.
 * @throws {DomainError} bad_input, not_an_image, too_large, too_many; then nothing is left but that folder
 */
export async function addFind(
  uuid: string,
  find: NewFind,
  files: ReceivedFile[],
  from: { address: string },
): Promise<{ receipt: SubmissionResult; added: boolean }> {
  const earlier = find.submission_id && submissionResult(find.submission_id);
  if (earlier) return { receipt: earlier, added: false };
  if (files.length === 0)
    throw new DomainError("bad_input", "Please add at least one image.", {
      fields: { images: "Please add at least one image." },
    });
  if (files.length > IMAGES_MAX)
    throw new DomainError("bad_input", messages.tooManyImages, {
      fields: { images: messages.tooManyImages },
    });
  requireUploadAllowed(from.address);

  const images: {
    original_name: string;
    current_name: string;
    original_file: string;
    from: string;
  }[] = [];
  for (const file of files) {
    const { extension } = await inspectImage(onDisk(file.path));
    const current_name = randomBytes(6).toString("hex");
    images.push({
      original_name: file.name,
      current_name,
      original_file: `${current_name}.${extension}`,
      from: file.path,
    });
  }

  const incoming = incomingFolder(uuid);
  const place = findFolder(find.rockNumber, uuid);
  await makeFolder(`${incoming}/post/original`);
  for (const image of images)
    await rename(
      onDisk(image.from),
      onDisk(`${incoming}/post/original/${image.original_file}`),
    );
  await markFind(uuid, find.rockNumber);
  await syncTree(incoming);
  await moveInto(`${incoming}/post`, place);

  try {
    const receipt = write((tx): SubmissionResult => {
      requireUploadAllowed(from.address, tx);
      requireArrived(
        images.map(({ original_file }) => `${place}/original/${original_file}`),
      );
      const post = tx
        .insert(rockPosts)
        .values({
          uuid,
          submission_id: find.submission_id ?? null,
          rock_number: find.rockNumber,
          rock_number_qr: find.rockNumberQr,
          location: find.location,
          date: `${find.date}T00:00:00Z`,
          comment: find.comment,
          name: find.name,
          email: find.email.trim(),
          show: getSettings().MODERATION === "off",
          suggestion: find.suggestion ? JSON.stringify(find.suggestion) : null,
          find_key_hash: find.find_key ? hashFindKey(find.find_key) : null,
        })
        .returning()
        .get();
      for (const { original_name, current_name, original_file } of images) {
        const image = tx
          .insert(rockPostImages)
          .values({
            rps_key: post.rps_key,
            original_name,
            current_name,
            original_file,
          })
          .returning()
          .get();
        recordJob(tx, "derive", {
          pictures: [{ of: "find", key: image.rpi_key }],
        });
      }
      countTry(tx, "upload", addressKey(from.address));
      countTry(tx, "upload", EVERYWHERE);
      refreshRocks(tx, [post.rock_number]);
      return {
        uuid,
        rock_number: post.rock_number,
        images: images.map((image) => image.current_name),
      };
    });
    startDueJobs();
    return { receipt, added: true };
  } catch (error) {
    if (!hasFind(uuid)) await removeFromStore(place);
    // Another send of the same submission may have come first while this one was on its way.
    const first = find.submission_id && submissionResult(find.submission_id);
    if (first) return { receipt: first, added: false };
    throw error;
  }
}
