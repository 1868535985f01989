import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import {
  NAME,
  toQueuedFind,
  type FindToSend,
  type PictureToSend,
  type QueuedFind,
  type StoredDraft,
} from "./find-store.ts";

type FileKind = "file" | "preview";
type FileKey = [submissionId: string, picture: number, kind: FileKind];

/** Browsers hold data under these names, so they stay. */
interface Stores extends DBSchema {
  draft: { key: string; value: StoredDraft | PictureToSend[] };
  finds: { key: string; value: QueuedFind };
  files: { key: FileKey; value: Blob };
}

const VERSION = 2;
const TEXT = "text";
const IMAGES = "images";

/** Opening takes longer if a tab with an older version of the site is open, and then may never end. */
const OPEN_MS = 3_000;

let connection: Promise<IDBPDatabase<Stores>> | undefined;

/** @throws if the browser has no storage */
function connect() {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

async function open() {
  const opening = openDB<Stores>(NAME, VERSION, {
    upgrade(database) {
      // The first version of the site stored finds in another form.
      for (const name of [...database.objectStoreNames])
        database.deleteObjectStore(name);
      database.createObjectStore("draft");
      database.createObjectStore("finds", { keyPath: "submissionId" });
      database.createObjectStore("files");
    },
    blocking: () => {
      void opening.then((database) => database.close());
      connection = undefined;
    },
    terminated: () => (connection = undefined),
  });
  const database = await Promise.race([
    opening,
    new Promise<undefined>((resolve) => setTimeout(resolve, OPEN_MS)),
  ]);
  if (database) return database;
  void opening.then((late) => late.close()).catch(() => {});
  throw new Error("The browser's storage doesn't open.");
}

export const saveDraftText = (draft: StoredDraft) => saveDraft(TEXT, draft);

export const saveDraftImages = (images: PictureToSend[]) =>
  saveDraft(IMAGES, images);

/** Commits at once, so that the browser finishes it even if the page is left before the write is confirmed. */
async function saveDraft(key: string, value: StoredDraft | PictureToSend[]) {
  const change = (await connect()).transaction("draft", "readwrite");
  const written = change.store.put(value, key);
  // Safari has it since version 15.
  change.commit?.();
  await Promise.all([written, change.done]);
}

export async function readDraft() {
  const database = await connect();
  const text = (await database.get("draft", TEXT)) as StoredDraft | undefined;
  const images = (await database.get("draft", IMAGES)) as
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

  /** Changes a find, and returns it. Returns nothing if it is no longer there. */
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
