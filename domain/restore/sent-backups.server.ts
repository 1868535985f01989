import { randomUUID } from "node:crypto";
import { DomainError } from "#core/errors.ts";
import { getFile, listNames, onDisk } from "#domain/store/disk.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { SENT_BACKUPS, sentBackupFile } from "#domain/store/paths.ts";
import { requireRoom } from "#domain/store/room.server.ts";
import {
  append,
  removeFromStore,
  writeWhole,
} from "#domain/store/write.server.ts";
import { uploadNotFound } from "#domain/uploads/resumable.server.ts";
import { withUploadSlot } from "#domain/uploads/slots.server.ts";

/** Backups that are sent to set up a site, in pieces that can be resumed. The id says how many bytes there will be. */

const DAY_MS = 86_400_000;

/** Milliseconds without a byte until one is removed. */
export const SENT_LIFE_MS = 2 * DAY_MS;

const ID = /^[0-9a-f-]{36}-(\d{1,16})$/;

export const makeSentId = (bytes: number) => `${randomUUID()}-${bytes}`;

export async function createSent(id: string, bytes: number) {
  if (bytes === 0) throw new DomainError("bad_input", "The file is empty.");
  requireStore();
  await requireRoom();
  await writeWhole(sentBackupFile(id), new Uint8Array());
}

export async function findSent(id: string) {
  requireStore();
  const [, bytes] = ID.exec(id) ?? [];
  const found = bytes ? await getFile(sentBackupFile(id)) : undefined;
  if (!found) throw uploadNotFound();
  return {
    bytes: Number(bytes),
    offset: found.bytes,
    create_dt: new Date(found.mtime_ms).toISOString(),
  };
}

/** Appends the bytes that come. They stay if the rest doesn't come. */
export async function appendToSent(
  id: string,
  chunks: AsyncIterable<Uint8Array>,
  address: string,
): Promise<number> {
  const { bytes, offset } = await findSent(id);
  await withUploadSlot({ address, bytes: bytes - offset }, (arrived) =>
    append(sentBackupFile(id), chunks, arrived),
  );
  return (await findSent(id)).offset;
}

export async function removeSent(id: string) {
  await findSent(id);
  await removeFromStore(sentBackupFile(id));
}

/** The file of one that has come as a whole. */
export async function requireSent(id: string): Promise<string> {
  const { bytes, offset } = await findSent(id);
  if (offset < bytes)
    throw new DomainError("conflict", "The file has not arrived completely.");
  return onDisk(sentBackupFile(id));
}

/** Removes unfinished uploads. @param isSetUp whether set-up is complete */
export async function sweepSent(isSetUp: boolean) {
  for (const id of await listNames(SENT_BACKUPS)) {
    const found = await getFile(sentBackupFile(id));
    if (isSetUp || (found && found.mtime_ms < Date.now() - SENT_LIFE_MS))
      await removeFromStore(sentBackupFile(id));
  }
}
