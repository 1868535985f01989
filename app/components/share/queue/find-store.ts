import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
} from "idb";
import type { Blur } from "#core/blurs.ts";
import type { FindCorrection, Suggestion } from "#domain/finds/schemas.ts";
import type { Preview } from "./make-preview.ts";
import { DATABASE } from "./has-finds.ts";

/** Data on the visitor's device: the form's draft, and the finds that wait to be sent. */

/** The form's fields, as typed. `date` is YYYY-MM-DD. */
export type DraftFields = Record<
  Exclude<keyof FindCorrection, "descriptions" | "blurs">,
  string
>;

export interface StoredDraft {
  /** All fields as the form showed them. An older page has stored only those that the visitor had changed. */
  edits: Partial<DraftFields>;
  place?: Suggestion | null;
  /** The number of the scanned code that the form was opened with; empty without one. */
  qrRockNumber: string;
  /** The pictures in their order, also those that the device couldn't keep; absent if an older page has stored the draft. */
  pictures?: DraftPicture[];
  /** Descriptions and hidden areas by the pictures' order, as an older page has stored them. */
  descriptions?: string[];
  blurs?: (Blur[] | null | undefined)[];
  submissionId: string;
  findKey: string;
}

/** What the form knows of a picture besides its file, so that the same file can be recognised when it is chosen again. */
export interface DraftPicture {
  key: string;
  /** Of the file. */
  bytes: number;
  description: string;
  /** Hidden areas; absent if nobody has looked at it. */
  blurs?: Blur[];
  /** Whether the areas were drawn before anybody saw which faces were found. */
  isUnsearched?: boolean;
}

export interface PictureToSend {
  /** Tells a draft's pictures apart. */
  key?: string;
  file: File;
  /** Absent while it is being made; null if the picture goes as it is. */
  preview?: Preview | null;
  description?: string;
  /** Hidden areas; absent if nobody has looked at it. */
  blurs?: Blur[];
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
  /** The pictures whose files the device has lost. */
  lost?: DraftPicture[];
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
export interface QueuedFind extends Omit<FindToSend, "pictures" | "lost"> {
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

export const toQueuedFind = (
  { lost: _lost, ...find }: FindToSend,
  keptAt: number,
): QueuedFind => ({
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

/** A file as the device keeps it: whole, or its bytes where the browser refuses Blobs. */
type KeptFile = Blob | KeptBytes;

interface KeptBytes {
  bytes: ArrayBuffer;
  /** Empty for a preview. */
  name: string;
  type: string;
  lastModified: number;
}

/** A picture of the draft. `preview` as in `PictureToSend`. */
interface KeptPicture {
  /** Absent if an older page has stored it. */
  key?: string;
  file: KeptFile;
  preview?: { blob: KeptFile } | null;
}

interface Stores extends DBSchema {
  draft: { key: string; value: StoredDraft | KeptPicture[] };
  finds: { key: string; value: QueuedFind };
  files: { key: FileKey; value: KeptFile };
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

/**
 * Writes files as they are, or else their bytes: older WebKit refuses every Blob in a private window.
 * @param write is given what turns a file into what can be stored
 */
async function keepFiles(
  files: Blob[],
  write: (keep: (file: Blob) => KeptFile) => Promise<unknown>,
) {
  try {
    await write((file) => file);
  } catch (error) {
    const isFull = (error as Error).name === "QuotaExceededError";
    if (isFull || files.length === 0) throw error;
    const bytes = new Map(
      await Promise.all(
        files.map(async (file) => [file, await readBytes(file)] as const),
      ),
    );
    await write((file) => bytes.get(file)!);
  }
}

async function readBytes(file: Blob): Promise<KeptBytes> {
  const { name, lastModified } = file instanceof File ? file : new File([], "");
  return {
    bytes: await file.arrayBuffer(),
    name,
    type: file.type,
    lastModified,
  };
}

function toFile(kept: KeptFile): Blob {
  if (kept instanceof Blob) return kept;
  const { bytes, name, ...rest } = kept;
  return new File([bytes], name, rest);
}

const filesIn = (pictures: PictureToSend[]) =>
  pictures.flatMap(({ file, preview }) =>
    preview ? [file, preview.blob] : [file],
  );

/** Commits at once, so that the browser finishes it even if the page is left before the write is confirmed. */
async function putDraft(
  key: "text" | "images",
  value: StoredDraft | KeptPicture[],
) {
  const change = (await connect()).transaction("draft", "readwrite");
  // Whichever fails first is what the caller is told.
  change.done.catch(() => {});
  const written = change.store.put(value, key);
  // Safari has it since version 15.
  change.commit?.();
  await Promise.all([written, change.done]);
}

export const saveDraft = (text: StoredDraft) => putDraft("text", text);

/** Counts the changes of the draft's pictures, because one that takes longer must not undo a later one. */
let imageChanges = 0;

export async function saveDraftImages(images: PictureToSend[]) {
  const change = ++imageChanges;
  await keepFiles(filesIn(images), async (keep) => {
    if (change !== imageChanges) return;
    const kept = images.map(({ key, file, preview }) => ({
      key,
      file: keep(file),
      preview: preview && { blob: keep(preview.blob) },
    }));
    await putDraft("images", kept);
  });
}

/** Reads the draft, and those of its pictures whose files can still be read. */
export async function readDraft() {
  const database = await connect();
  const text = (await database.get("draft", "text")) as StoredDraft | undefined;
  const kept = (await database.get("draft", "images")) as
    | KeptPicture[]
    | undefined;
  const images = await Promise.all((kept ?? []).map(readPicture));
  return text && { ...text, images: images.filter((image) => image !== null) };
}

async function readPicture({ key, file, preview }: KeptPicture) {
  const picture: PictureToSend = {
    key,
    file: toFile(file) as File,
    preview: preview && { blob: toFile(preview.blob) },
  };
  return (await isReadable(picture.file)) ? picture : null;
}

/** WebKit sometimes gives back a file whose bytes are gone. */
const isReadable = (file: Blob) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

export async function deleteDraft() {
  imageChanges++;
  await (await connect()).clear("draft");
}

type Change = IDBPTransaction<Stores, ["finds", "files"], "readwrite">;

/** Changes finds and their files, all or nothing. A `put` that throws doesn't abort its transaction by itself. */
async function changeBoth(change: (change: Change) => Promise<unknown>) {
  const transaction = (await connect()).transaction(
    ["finds", "files"],
    "readwrite",
  );
  transaction.done.catch(() => {});
  try {
    await change(transaction);
    await transaction.done;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The browser has aborted it.
    }
    await transaction.done.catch(() => {});
    throw error;
  }
}

/** In the order of keys, a list comes after every text and number. */
const filesOf = (submissionId: string) =>
  IDBKeyRange.bound([submissionId], [submissionId, []]);

/** Keeps finds on the device. Every call throws if the browser has no storage, or no room. */
export const keptFinds = {
  list: async () => (await connect()).getAll("finds"),

  /** Adds a find with its files, all or nothing. A find that is there and not refused stays as it is. */
  async add(find: FindToSend) {
    const { submissionId, pictures } = find;
    await keepFiles(filesIn(pictures), (keep) =>
      changeBoth(async (adding) => {
        const finds = adding.objectStore("finds");
        const earlier = await finds.get(submissionId);
        if (earlier && !earlier.refused) return;
        const files = adding.objectStore("files");
        const put = async (file: Blob, picture: number, kind: FileKind) =>
          files.put(keep(file), [submissionId, picture, kind]);
        await Promise.all([
          finds.put(toQueuedFind(find, Date.now())),
          ...pictures.flatMap(({ file, preview }, index) => [
            put(file, index, "file"),
            preview && put(preview.blob, index, "preview"),
          ]),
        ]);
      }),
    );
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

  remove: (submissionId: string) =>
    changeBoth(async (removing) => {
      await removing.objectStore("finds").delete(submissionId);
      await removing.objectStore("files").delete(filesOf(submissionId));
    }),

  async getFile(...key: FileKey) {
    const kept = await (await connect()).get("files", key);
    return kept && toFile(kept);
  },

  putPreview: (submissionId: string, picture: number, preview: Blob) =>
    keepFiles([preview], async (keep) => {
      const key: FileKey = [submissionId, picture, "preview"];
      await (await connect()).put("files", keep(preview), key);
    }),

  /** Removes the pictures as they were taken, and leaves the previews. */
  async removeFiles(submissionId: string) {
    const change = (await connect()).transaction("files", "readwrite");
    for (const key of await change.store.getAllKeys(filesOf(submissionId)))
      if (key[2] === "file") await change.store.delete(key);
    await change.done;
  },
};

export type FindStore = typeof keptFinds;
