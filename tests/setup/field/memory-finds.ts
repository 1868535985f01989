import {
  toQueuedFind,
  type FindStore,
  type QueuedFind,
} from "#app/components/share/queue/find-store.ts";

/** Stands in for the browser's storage. */
export function createMemoryFinds(): FindStore {
  const finds = new Map<string, QueuedFind>();
  const files = new Map<string, Blob>();
  const keyOf = (...key: Parameters<FindStore["getFile"]>) => key.join("/");

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
