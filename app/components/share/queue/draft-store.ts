import { connect, IMAGES } from "./database.ts";
import type { PictureToSend, StoredDraft } from "./find-store.ts";

const TEXT = "text";

export const saveDraftText = (draft: StoredDraft) => save(TEXT, draft);

export const saveDraftImages = (images: PictureToSend[]) =>
  save(IMAGES, images);

/** Commits at once, so that the browser finishes it even if the page is left before the write is confirmed. */
async function save(key: string, value: StoredDraft | PictureToSend[]) {
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
    PictureToSend[] | undefined;
  return text && { ...text, images: images ?? [] };
}

export const deleteDraft = async () => (await connect()).clear("draft");
