import { msg } from "@lingui/core/macro";
import {
  and,
  count,
  eq,
  exists,
  inArray,
  isNull,
  lt,
  not,
  or,
  sql,
  sum,
} from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages, uploads } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  HOUR_MS,
  hoursRun,
  noteHours,
  timeAt,
} from "#domain/limits/hours-run.server.ts";
import { addressKey, requireUploadAllowed } from "../limits/tries.server.ts";
import { getFile, listNames } from "../store/disk.server.ts";
import { requireStore } from "../store/identity.server.ts";
import { UPLOADS, uploadFile } from "../store/paths.ts";
import { requireRoom } from "../store/room.server.ts";
import { append, linkOrCopy, removeFromStore } from "../store/write.server.ts";
import type { ReceivedFile } from "./incoming.server.ts";
import { withUploadSlot } from "./slots.server.ts";

/** A row says what was announced, and the size of a file what has arrived. */

const DAY_MS = 86_400_000;
const MB = 1_048_576;

/** Milliseconds from its creation until an upload is removed, used or not. */
export const UPLOAD_LIFE_MS = 7 * DAY_MS;

/** Number of unfinished uploads that one address may have announced. */
const UNFINISHED_MAX = 100;

/** Number of the largest files that one address may have sent without a find that uses them. */
const UNUSED_FILES_MAX = 20;
/** Seconds after which one who has sent too much should try again. */
const RETRY_AFTER = 600;

/** Time to wait for an announced original whose upload doesn't begin. */
const PENDING_MS = 30 * DAY_MS;

type UploadRow = typeof uploads.$inferSelect;
export type NewUpload = Pick<
  UploadRow,
  "id" | "file_name" | "bytes" | "is_preview"
>;

const hoursBefore = (ms: number) => hoursRun() - ms / HOUR_MS;

const getRow = (id: string): UploadRow | undefined =>
  getDb().select().from(uploads).where(eq(uploads.id, id)).get();

export const uploadNotFound = () =>
  new DomainError(
    "not_found",
    msg`There is no such upload. It may have expired, so please send the file again.`,
  );

/**
 * @param getImage gives the image whose original this is. Then the limits of finds don't apply
 * @throws {DomainError} bad_input, too_many, unavailable
 */
export async function createUpload(
  upload: NewUpload,
  address: string,
  getImage?: (tx: Tx) => number,
) {
  if (upload.bytes === 0)
    throw new DomainError("bad_input", msg`The file is empty.`);
  requireStore();
  await requireRoom();
  write((tx) => {
    if (!getImage) requireUploadAllowed(address);
    requireFewUnfinished(addressKey(address), tx);
    tx.insert(uploads)
      .values({
        ...upload,
        address: addressKey(address),
        create_hour: noteHours(tx),
        rpi_key: getImage?.(tx),
      })
      .run();
  });
}

function requireFewUnfinished(address: string, tx: Tx) {
  const { n } = tx
    .select({ n: count() })
    .from(uploads)
    .where(
      and(
        eq(uploads.is_used, false),
        eq(uploads.address, address),
        lt(uploads.arrived, uploads.bytes),
      ),
    )
    .get()!;
  if (n >= UNFINISHED_MAX)
    throw new DomainError(
      "too_many",
      msg`Too many pictures from your network are on their way at once. Please try again later.`,
      {
        retryAfter: RETRY_AFTER,
        limit: { name: "unfinished upload", key: address },
      },
    );
}

/** Bytes that no find uses yet. Originals that have arrived wait for nothing but their image, which may be in the trash. */
function countUnused(address?: string) {
  const { bytes } = getDb()
    .select({ bytes: sum(uploads.arrived).mapWith(Number) })
    .from(uploads)
    .where(
      and(
        eq(uploads.is_used, false),
        or(isNull(uploads.rpi_key), lt(uploads.arrived, uploads.bytes)),
        address === undefined ? undefined : eq(uploads.address, address),
      ),
    )
    .get()!;
  return bytes ?? 0;
}

function requireLittleUnused(address: string, more: number) {
  const { UPLOAD_MAX_MB, UPLOAD_LIMITS } = getSettings();
  if (UPLOAD_LIMITS.length === 0) return;
  if (countUnused(address) + more > UNUSED_FILES_MAX * UPLOAD_MAX_MB * MB)
    throw new DomainError(
      "too_many",
      msg`Too many pictures that no post uses were sent from your network. Please try again later.`,
      {
        retryAfter: RETRY_AFTER,
        limit: { name: "unused upload", key: address },
      },
    );
}

/** @throws {DomainError} not_found, also for one that has expired; unavailable */
export async function getUpload(id: string) {
  requireStore();
  const row = getRow(id);
  if (!row || row.create_hour < hoursBefore(UPLOAD_LIFE_MS))
    throw uploadNotFound();
  const offset = row.is_used ? row.bytes : await countArrived(id);
  return { ...row, offset, create_dt: timeAt(row.create_hour) };
}

const countArrived = async (id: string) =>
  (await getFile(uploadFile(id)))?.bytes ?? 0;

/**
 * The caller makes sure that nobody else appends to this upload, and that no more comes than was announced.
 * @returns the new offset @throws {DomainError} not_found, too_many, unavailable
 */
export async function appendToUpload(
  id: string,
  chunks: AsyncIterable<Uint8Array>,
  address: string,
): Promise<number> {
  const upload = await getUpload(id);
  if (upload.is_used) return upload.offset;
  const bytes = upload.bytes - upload.offset;
  requireLittleUnused(upload.address, bytes);
  // As much as all unused uploads hold stays free, so they never take more than half of the room.
  await requireRoom(countUnused() + bytes);
  try {
    await withUploadSlot({ address, bytes }, (arrived) =>
      append(uploadFile(id), chunks, arrived),
    );
  } finally {
    // If it fails, the next piece is counted with this one.
    await recordArrived(id).catch(() => undefined);
  }
  return (await getUpload(id)).offset;
}

async function recordArrived(id: string) {
  const arrived = await countArrived(id);
  write((tx) =>
    tx.update(uploads).set({ arrived }).where(eq(uploads.id, id)).run(),
  );
}

export async function removeUpload(id: string) {
  requireStore();
  const gone = write((tx) => deleteRows(tx, eq(uploads.id, id)));
  if (gone === 0) throw uploadNotFound();
  await removeArrived([id]);
}

/** An image that no longer has an upload on its way stops waiting for its original. */
function deleteRows(tx: Tx, which: SQL) {
  const gone = tx.delete(uploads).where(which).returning().all();
  const images = gone.flatMap(({ rpi_key }) => rpi_key ?? []);
  stopWaiting(tx, inArray(rockPostImages.rpi_key, images));
  return gone.length;
}

/** Takes back the announcement of originals that are not on their way. They may still come. */
function stopWaiting(tx: Tx, which: SQL) {
  const uploadsOfImage = tx
    .select()
    .from(uploads)
    .where(eq(uploads.rpi_key, rockPostImages.rpi_key));
  tx.update(rockPostImages)
    .set({ original_state: "replaceable" })
    .where(
      and(
        eq(rockPostImages.original_state, "pending"),
        which,
        not(exists(uploadsOfImage)),
      ),
    )
    .run();
}

/** Removes the files of uploads that are used or deleted. Those that can't be removed now are left to the sweep. */
export async function removeArrived(ids: string[]) {
  for (const id of ids)
    await removeFromStore(uploadFile(id)).catch((error: unknown) =>
      log.warn("what arrived of an upload could not be removed", { id, error }),
    );
}

const unusable = () =>
  wrongField(
    "uploads",
    msg`One of the pictures is not here any more, or is part of another post. Please send the pictures again.`,
  );

/**
 * Links them into a folder of their find. They stay as they are, so nothing is lost if the find can't be written.
 * @throws {DomainError} bad_input for one that is unknown, unfinished, used, or an image's original
 */
export async function takeUploads(
  ids: string[],
  folder: string,
): Promise<(ReceivedFile & Pick<UploadRow, "is_preview">)[]> {
  const taken = [];
  for (const [index, id] of ids.entries()) {
    const upload = await getUpload(id).catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === "not_found")
        throw unusable();
      throw error;
    });
    if (upload.is_used || upload.rpi_key !== null) throw unusable();
    if (upload.offset < upload.bytes)
      throw wrongField(
        "uploads",
        msg`One of the pictures has not arrived completely yet.`,
      );
    const path = `${folder}/upload-${index}`;
    await linkOrCopy(uploadFile(id), path);
    taken.push({
      name: upload.file_name,
      path,
      is_preview: upload.is_preview,
    });
  }
  return taken;
}

/** `removeArrived` has to follow. @throws {DomainError} bad_input if one was used or deleted meanwhile */
export function useUploads(tx: Tx, ids: string[]) {
  if (ids.length === 0) return;
  const { changes } = tx
    .update(uploads)
    .set({ is_used: true })
    .where(and(inArray(uploads.id, ids), eq(uploads.is_used, false)))
    .run();
  if (changes < ids.length) throw unusable();
}

/** An original that has arrived stays for as long as its image is in the trash. */
const waitsForTrash = sql`(
  ${uploads.rpi_key} IS NOT NULL AND NOT ${uploads.is_used} AND ${uploads.arrived} = ${uploads.bytes} AND EXISTS (
    SELECT 1 FROM trash, json_each(trash."rows", '$.rock_post_images') image
     WHERE image.value ->> 'rpi_key' = ${uploads.rpi_key}))`;

export async function sweepUploads() {
  write((tx) => {
    const isOver = lt(uploads.create_hour, hoursBefore(UPLOAD_LIFE_MS));
    deleteRows(tx, and(isOver, not(waitsForTrash))!);
    stopWaiting(
      tx,
      lt(
        rockPostImages.create_dt,
        new Date(Date.now() - PENDING_MS).toISOString(),
      ),
    );
  });
  // A row is written before its file, so a file without one belongs to nobody.
  for (const id of await listNames(UPLOADS))
    if (getRow(id)?.is_used !== false) await removeArrived([id]);
}

/** @param images only originals of these */
export async function listArrivedOriginals(images?: number[]) {
  const arrived: string[] = [];
  const isOriginal = images
    ? inArray(uploads.rpi_key, images)
    : not(isNull(uploads.rpi_key));
  const rows = getDb()
    .select()
    .from(uploads)
    .where(and(eq(uploads.is_used, false), isOriginal))
    .all();
  for (const { id, bytes } of rows)
    if ((await countArrived(id)) === bytes) arrived.push(id);
  return arrived;
}
