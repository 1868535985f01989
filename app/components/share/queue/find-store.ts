import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Blur } from "#core/blurs.ts";
import type { FindCorrection, Suggestion } from "#domain/finds/schemas.ts";
import type { Preview } from "#app/components/share/pictures/make-preview.ts";
import { DATABASE } from "./has-finds.ts";

/** Data on the visitor's device: the form's draft, and the finds that wait to be sent. */

/** The form's fields, as typed. `date` is YYYY-MM-DD. */
export type DraftFields = Record<
  Exclude<keyof FindCorrection, "descriptions" | "blurs">,
  string
>;

export interface StoredDraft {
  edits: Partial<DraftFields>;
  place?: Suggestion | null;
  qrRockNumber: string;
  /** Descriptions of the pictures, in their order; absent if an older page has stored the draft. */
  descriptions?: string[];
  /** Hidden areas of each picture; null for one that nobody has looked at. */
  blurs?: (Blur[] | null | undefined)[];
  /** As in `PictureToSend`, for each picture. */
  areUnsearched?: (boolean | undefined)[];
  submissionId: string;
  findKey: string;
}

export interface PictureToSend {
  file: File;
  /** Absent while it is being made; null if the picture goes as it is. */
  preview?: Preview | null;
  description?: string;
  /** Hidden areas; absent if nobody has looked at it. */
  blurs?: Blur[];
  /** Whether the areas were drawn before anybody saw which faces were found. */
  isUnsearched?: boolean;
  /** The site's reason to refuse it; absent unless it did. */
  refusal?: string;
}

/** A find as it is sent: text fields by their names in the server's form, and pictures. */
export interface FindToSend {
  submissionId: string;
  findKey: string;
  /** The language of the form; absent if an older page has kept it. */
  lang?: string;
  fields: Record<string, string>;
  pictures: PictureToSend[];
  /** When the server delivered the form, signed, and when this page got it; milliseconds since 1970. */
  formTime?: { value: string; givenAt: number };
}

export interface Upload {
  url?: string;
  offset: number;
  bytes: number;
}

export interface StoredPicture {
  name: string;
  type: string;
  description?: string;
  blurs?: Blur[];
  isUnsearched?: boolean;
  /** The upload that must arrive before the find: the preview or the whole file. Absent until it is known which. */
  first?: Upload & { isPreview: boolean; type: string };
  /** The file itself, if a preview goes first. */
  original?: Upload;
}

/** A find in the queue. Its files are stored separately, because this changes with each piece that is sent. */
export interface QueuedFind extends Omit<FindToSend, "pictures"> {
  pictures: StoredPicture[];
  /** Milliseconds since 1970. */
  keptAt: number;
  /** Whether nothing is sent because the visitor is asked what to do with it. */
  isHeld?: boolean;
  /** Number of times that its uploads began again from nothing because the site no longer knew them. */
  restarts: number;
  refused?: Refused;
  /** The find's id on the site, once it is sent. */
  uuid?: string;
  /** The names that the site gave the images, once the find is sent. */
  images?: string[];
  isListed?: boolean;
}

/** A problem that a page or the service worker notices by itself. Pages describe it in the visitor's language. */
export type Reason = "lost-picture" | "no-answer" | "not-accepted" | "not-kept";

export interface Refused {
  /** The server's sentence, or a `Reason`. */
  reason: string;
  fields: Record<string, string>;
}

/** The lock of the one sender, a tab or the service worker, and the channel between them. */
export const SEND_QUEUE = "send-queue";

/** The address of the finder page. The key is in the fragment, which browsers don't send to a server. */
export const finderPageAddress = (uuid: string, findKey: string) =>
  `/finds/${uuid}#${findKey}`;

export const toQueuedFind = (find: FindToSend, keptAt: number): QueuedFind => ({
  ...find,
  pictures: find.pictures.map(({ file, preview, ...picture }) => ({
    name: file.name,
    type: file.type,
    description: picture.description,
    blurs: picture.blurs,
    isUnsearched: picture.isUnsearched,
    ...(preview !== undefined && toUploads(file, preview)),
  })),
  keptAt,
  restarts: 0,
});

/** The uploads of a picture, once it is known whether it has a preview. */
export function toUploads(
  file: Blob,
  preview: Preview | null,
): Pick<StoredPicture, "first" | "original"> {
  const { type, size: bytes } = preview?.blob ?? file;
  return {
    first: { isPreview: preview !== null, type, offset: 0, bytes },
    original: preview ? { offset: 0, bytes: file.size } : undefined,
  };
}

/** Approximate bytes of a preview; used before it is made. */
const PREVIEW_BYTES = 220_000;

export const isDone = ({ offset, bytes }: Upload) => offset >= bytes;

export const isComplete = ({ uuid, pictures }: QueuedFind) =>
  uuid !== undefined &&
  pictures.every(({ original }) => !original || isDone(original));

/** Bytes of the current uploads: those that go before the find, or its originals. */
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

type FileKind = "file" | "preview";
type FileKey = [submissionId: string, picture: number, kind: FileKind];

interface Stores extends DBSchema {
  draft: { key: string; value: StoredDraft | PictureToSend[] };
  finds: { key: string; value: QueuedFind };
  files: { key: FileKey; value: Blob };
}

/** Browsers hold data under these names, so they stay. */
const VERSION = 2;

let connection: Promise<IDBPDatabase<Stores>> | undefined;

/** @throws if the browser has no storage */
function connect() {
  const opening = (connection ??= openDB<Stores>(DATABASE, VERSION, {
    upgrade(database) {
      // The first version of the site stored finds in another form.
      for (const name of [...database.objectStoreNames])
        database.deleteObjectStore(name);
      database.createObjectStore("draft");
      database.createObjectStore("finds", { keyPath: "submissionId" });
      database.createObjectStore("files");
    },
    // A later version of the site waits until all have closed it.
    blocking: () => {
      void opening.then((database) => database.close());
      connection = undefined;
    },
    terminated: () => (connection = undefined),
  }).catch((error: unknown) => {
    connection = undefined;
    throw error;
  }));
  return opening;
}

/** Commits at once, so that the browser finishes it even if the page is left before the write is confirmed. */
export async function saveDraft(
  key: "text" | "images",
  value: StoredDraft | PictureToSend[],
) {
  const change = (await connect()).transaction("draft", "readwrite");
  const written = change.store.put(value, key);
  // Safari has it since version 15.
  change.commit?.();
  await Promise.all([written, change.done]);
}

export async function readDraft() {
  const database = await connect();
  const text = (await database.get("draft", "text")) as StoredDraft | undefined;
  const images = (await database.get("draft", "images")) as
    | PictureToSend[]
    | undefined;
  return text && { ...text, images: images ?? [] };
}

export const deleteDraft = async () => (await connect()).clear("draft");

const change = async () =>
  (await connect()).transaction(["finds", "files"], "readwrite");

/** In the order of keys, a list comes after every text and number. */
const filesOf = (submissionId: string) =>
  IDBKeyRange.bound([submissionId], [submissionId, []]);

/** Keeps finds on the device. Every call throws if the browser has no storage, or no room. */
export const keptFinds = {
  list: async () => (await connect()).getAll("finds"),

  /** Adds a find with its files, all or nothing. A find that is there and not refused stays as it is. */
  async add(find: FindToSend) {
    const { submissionId, pictures } = find;
    const adding = await change();
    const finds = adding.objectStore("finds");
    const earlier = await finds.get(submissionId);
    if (earlier && !earlier.refused) return;
    const files = adding.objectStore("files");
    const writes: Promise<unknown>[] = [
      finds.put(toQueuedFind(find, Date.now())),
    ];
    for (const [index, { file, preview }] of pictures.entries()) {
      writes.push(files.put(file, [submissionId, index, "file"]));
      if (preview)
        writes.push(files.put(preview.blob, [submissionId, index, "preview"]));
    }
    await Promise.all([...writes, adding.done]);
  },

  async update(
    submissionId: string,
    changeFind: (find: QueuedFind) => QueuedFind,
  ): Promise<QueuedFind | undefined> {
    const change = (await connect()).transaction("finds", "readwrite");
    const find = await change.store.get(submissionId);
    const changed = find && changeFind(find);
    if (changed) await change.store.put(changed);
    await change.done;
    return changed;
  },

  async remove(submissionId: string) {
    const removing = await change();
    await removing.objectStore("finds").delete(submissionId);
    await removing.objectStore("files").delete(filesOf(submissionId));
    await removing.done;
  },

  getFile: async (...key: FileKey) => (await connect()).get("files", key),

  async putPreview(submissionId: string, picture: number, preview: Blob) {
    const key: FileKey = [submissionId, picture, "preview"];
    await (await connect()).put("files", preview, key);
  },

  /** Removes the pictures as they were taken, and leaves the previews. */
  async removeFiles(submissionId: string) {
    const change = (await connect()).transaction("files", "readwrite");
    for (const key of await change.store.getAllKeys(filesOf(submissionId)))
      if (key[2] === "file") await change.store.delete(key);
    await change.done;
  },
};

export type FindStore = typeof keptFinds;
