import { connect, type FileKind } from "./database.ts";
import {
  toQueuedFind,
  type FindToSend,
  type QueuedFind,
} from "./find-store.ts";

/** Where the queue keeps its finds. */
export interface FindStore {
  list: () => Promise<QueuedFind[]>;
  /** Adds a find with its files, all or nothing. A find that is there and not refused stays as it is. */
  add: (find: FindToSend) => Promise<void>;
  /** Changes a find, and returns it. Returns nothing if it is no longer there. */
  update: (
    submissionId: string,
    change: (find: QueuedFind) => QueuedFind,
  ) => Promise<QueuedFind | undefined>;
  remove: (submissionId: string) => Promise<void>;
  getFile: (
    submissionId: string,
    picture: number,
    kind: FileKind,
  ) => Promise<Blob | undefined>;
  putPreview: (
    submissionId: string,
    picture: number,
    preview: Blob,
  ) => Promise<void>;
  /** Removes the pictures as they were taken, and leaves the previews. */
  removeFiles: (submissionId: string) => Promise<void>;
}

/** Keeps finds on the device. Every call throws if the browser has no storage, or no room. */
export const keptFinds: FindStore = {
  list: async () => (await connect()).getAll("finds"),

  async add(find) {
    const change = (await connect()).transaction(
      ["finds", "files"],
      "readwrite",
    );
    const finds = change.objectStore("finds");
    const earlier = await finds.get(find.submissionId);
    if (earlier && !earlier.refused) return;
    const files = change.objectStore("files");
    const writes: Promise<unknown>[] = [
      finds.put(toQueuedFind(find, Date.now())),
    ];
    for (const [index, { file, preview }] of find.pictures.entries()) {
      writes.push(files.put(file, [find.submissionId, index, "file"]));
      if (preview)
        writes.push(
          files.put(preview.blob, [find.submissionId, index, "preview"]),
        );
    }
    await Promise.all([...writes, change.done]);
  },

  async update(submissionId, changeFind) {
    const change = (await connect()).transaction("finds", "readwrite");
    const find = await change.store.get(submissionId);
    const changed = find && changeFind(find);
    if (changed) await change.store.put(changed);
    await change.done;
    return changed;
  },

  async remove(submissionId) {
    const change = (await connect()).transaction(
      ["finds", "files"],
      "readwrite",
    );
    await change.objectStore("finds").delete(submissionId);
    await change.objectStore("files").delete(filesOf(submissionId));
    await change.done;
  },

  getFile: async (...key) => (await connect()).get("files", key),

  async putPreview(submissionId, picture, preview) {
    await (
      await connect()
    ).put("files", preview, [submissionId, picture, "preview"]);
  },

  async removeFiles(submissionId) {
    const change = (await connect()).transaction("files", "readwrite");
    for (const key of await change.store.getAllKeys(filesOf(submissionId)))
      if (key[2] === "file") await change.store.delete(key);
    await change.done;
  },
};

/** In the order of keys, a list comes after every text and number. */
const filesOf = (submissionId: string) =>
  IDBKeyRange.bound([submissionId], [submissionId, []]);

/** Keeps finds in this tab's memory, for browsers that refuse storage. */
export function createMemoryFinds(): FindStore {
  const finds = new Map<string, QueuedFind>();
  const files = new Map<string, Blob>();
  const keyOf = (...key: [string, number, FileKind]) => key.join("/");

  function removeFiles(submissionId: string, ending: string) {
    for (const key of files.keys())
      if (key.startsWith(`${submissionId}/`) && key.endsWith(ending))
        files.delete(key);
  }

  return {
    list: async () => [...finds.values()],
    async add(find) {
      const { submissionId } = find;
      const earlier = finds.get(submissionId);
      if (earlier && !earlier.refused) return;
      finds.set(submissionId, toQueuedFind(find, Date.now()));
      for (const [index, { file, preview }] of find.pictures.entries()) {
        files.set(keyOf(submissionId, index, "file"), file);
        if (preview)
          files.set(keyOf(submissionId, index, "preview"), preview.blob);
      }
    },
    async update(submissionId, change) {
      const find = finds.get(submissionId);
      const changed = find && change(find);
      if (changed) finds.set(submissionId, changed);
      return changed;
    },
    async remove(submissionId) {
      finds.delete(submissionId);
      removeFiles(submissionId, "");
    },
    getFile: async (...key) => files.get(keyOf(...key)),
    async putPreview(submissionId, picture, preview) {
      files.set(keyOf(submissionId, picture, "preview"), preview);
    },
    removeFiles: async (submissionId) => removeFiles(submissionId, "/file"),
  };
}
