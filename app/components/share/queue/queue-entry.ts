import type { SendStatus } from "#app/components/share/transport/send-finds.ts";
import type { QueuedFind, Refused, StoredPicture } from "./find-store.ts";
import type { FindStore } from "./find-stores.ts";
import { countBytes, isDone, partOf } from "./queued-find.ts";

/** A find of the queue, as the pages show it. */
export interface QueueEntry {
  submissionId: string;
  findKey: string;
  /** Text fields by their names in the server's form. */
  fields: Record<string, string>;
  /** `sent`: the find is with the site; originals may still follow. */
  state: "sending" | "waiting" | "sent" | "refused";
  /** The find's id on the site, once it is sent. */
  uuid?: string;
  /** Why the site refused the find. */
  refused?: Refused;
  /** Why the last try failed although there is a connection. The queue tries again by itself. */
  failure?: Refused;
  pictures: QueuedPicture[];
  /** 0 to 1, of everything that has to arrive before the find; after that, of the originals. */
  part: number;
  /** Until the find, after that its last original, is with the site. Unknown at first. */
  secondsLeft?: number;
  /** The browser may delete the find after this time, milliseconds since 1970. Absent if it keeps it for good. */
  safeUntil?: number;
  /** False if the find is only in this tab's memory, so that closing the tab loses it. */
  isKept: boolean;
}

export interface QueuedPicture {
  name: string;
  /** The preview, or the file itself. Absent once a file without a preview is sent. */
  thumbnail?: Blob;
  /** 0 to 1, of what has to arrive before the find. */
  part: number;
  original: "none" | "waiting" | "done";
}

interface Options {
  store: FindStore;
  status: SendStatus;
  isKept: boolean;
  safeUntil?: number;
}

export async function toEntry(
  find: QueuedFind,
  { store, status, isKept, safeUntil }: Options,
): Promise<QueueEntry> {
  const { submissionId, findKey, fields, uuid, refused } = find;
  // Behind another find it is on its way too.
  const isSending =
    (status.isStarting || status.submissionId !== undefined) &&
    navigator.onLine;
  const count = countBytes(find);
  return {
    submissionId,
    findKey,
    fields,
    state: uuid
      ? "sent"
      : refused
        ? "refused"
        : isSending
          ? "sending"
          : "waiting",
    uuid,
    refused,
    failure:
      status.failure?.submissionId === submissionId
        ? status.failure
        : undefined,
    pictures: await Promise.all(
      find.pictures.map(async (picture, index) => ({
        name: picture.name,
        thumbnail: await getThumbnail(store, find, picture, index),
        part: picture.first
          ? partOf({ sent: picture.first.offset, all: picture.first.bytes })
          : 0,
        original: !picture.original
          ? ("none" as const)
          : isDone(picture.original)
            ? ("done" as const)
            : ("waiting" as const),
      })),
    ),
    part: partOf(count),
    secondsLeft: status.rate && (count.all - count.sent) / status.rate / 1000,
    safeUntil,
    isKept,
  };
}

const thumbnails = new Map<string, Blob>();

/** Returns the same blob each time, so that a list doesn't load the picture again. */
export async function getThumbnail(
  store: FindStore,
  { submissionId }: QueuedFind,
  { first }: StoredPicture,
  index: number,
) {
  const kind = first?.isPreview ? "preview" : "file";
  const key = [submissionId, index, kind].join("/");
  const thumbnail =
    thumbnails.get(key) ??
    (await store.getFile(submissionId, index, kind).catch(() => undefined));
  if (thumbnail) thumbnails.set(key, thumbnail);
  return thumbnail;
}
