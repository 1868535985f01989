import { connect, IMAGES } from "./database.ts";
import type { PictureToSend, StoredDraft } from "./find-store.ts";

const TEXT = "text";

// idb's writes resolve once the transaction is complete, so the data is safe by then.

export const saveDraftText = async (draft: StoredDraft) =>
  (await connect()).put("draft", draft, TEXT);

export const saveDraftImages = async (images: PictureToSend[]) =>
  (await connect()).put("draft", images, IMAGES);

export async function readDraft() {
  const database = await connect();
  const text = (await database.get("draft", TEXT)) as StoredDraft | undefined;
  const images = (await database.get("draft", IMAGES)) as
    PictureToSend[] | undefined;
  return text && { ...text, images: images ?? [] };
}

export const deleteDraft = async () => (await connect()).clear("draft");
