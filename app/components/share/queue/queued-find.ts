import type { QueuedFind, Upload } from "./find-store.ts";

/** Bytes that a preview has about; used before it is made. */
const PREVIEW_BYTES = 220_000;

export const isDone = ({ offset, bytes }: Upload) => offset >= bytes;

/** Whether nothing of the find is left to send. */
export const isComplete = ({ uuid, pictures }: QueuedFind) =>
  uuid !== undefined &&
  pictures.every(({ original }) => !original || isDone(original));

/** Bytes of what is sent at the moment: what goes before the find, or its originals. */
export function countBytes({ uuid, pictures }: QueuedFind) {
  const uploads = pictures.map(({ first, original }) =>
    uuid ? original : (first ?? { offset: 0, bytes: PREVIEW_BYTES }),
  );
  const sum = (count: (upload: Upload) => number) =>
    uploads.reduce((total, upload) => total + (upload ? count(upload) : 0), 0);
  return { sent: sum(({ offset }) => offset), all: sum(({ bytes }) => bytes) };
}

export const partOf = ({ sent, all }: { sent: number; all: number }) =>
  all === 0 ? 1 : sent / all;
