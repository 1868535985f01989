import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { FindCorrection, Suggestion } from "#domain/finds/schemas.ts";
import type { Preview } from "#app/components/share/pictures/make-preview.ts";

/** Stores the form's draft, and the finds that wait to be sent, on the visitor's device. */

/** What the form asks for, as typed. `date` is YYYY-MM-DD. */
export type DraftFields = Record<keyof FindCorrection, string>;

export interface StoredDraft {
  edits: Partial<DraftFields>;
  /** Where the visitor says it was. */
  place?: Suggestion;
  /** The rock number from the QR code at that time. */
  qrRockNumber: string;
  submissionId: string;
  findKey: string;
}

/** A picture of a find. */
export interface PictureToSend {
  file: File;
  /** Absent while it is being made; null if the picture goes as it is. */
  preview?: Preview | null;
}

/** When the server delivered the form, signed. */
export interface FormTime {
  value: string;
  /** When this page got it; milliseconds since 1970. */
  givenAt: number;
}

/** A find as it is sent: text fields by their names in the server's form, and pictures. */
export interface FindToSend {
  submissionId: string;
  findKey: string;
  fields: Record<string, string>;
  pictures: PictureToSend[];
  formTime?: FormTime;
}

export interface QueuedFind extends FindToSend {
  /** Milliseconds since 1970. */
  keptAt: number;
  /** The find is not sent before this time; milliseconds since 1970. */
  notBefore: number;
  tries: number;
  /** Why the site refused the find. */
  refused?: string;
  /** The find's id on the site, once it is sent. */
  sentAs?: string;
}

/** The address of the finder page. The key is in the fragment, which browsers don't send to a server. */
export const finderPageAddress = (uuid: string, findKey: string) =>
  `/finds/${uuid}#${findKey}`;

/** Browsers hold data under these names, so they stay. */
interface Stores extends DBSchema {
  draft: { key: string; value: StoredDraft | File[] };
  finds: { key: string; value: QueuedFind };
}

const TEXT = "text";
const IMAGES = "images";

let connection: Promise<IDBPDatabase<Stores>> | undefined;

const connect = () =>
  (connection ??= openDB<Stores>("share-your-rock", 1, {
    upgrade(database) {
      database.createObjectStore("draft");
      database.createObjectStore("finds", { keyPath: "submissionId" });
    },
  }).catch((error: unknown) => {
    connection = undefined;
    throw error;
  }));

// idb's writes resolve once the transaction is complete, so the data is safe by then.

export const saveDraftText = async (draft: StoredDraft) =>
  (await connect()).put("draft", draft, TEXT);

export const saveDraftImages = async (images: File[]) =>
  (await connect()).put("draft", images, IMAGES);

export async function readDraft() {
  const database = await connect();
  const text = (await database.get("draft", TEXT)) as StoredDraft | undefined;
  const images = (await database.get("draft", IMAGES)) as File[] | undefined;
  return text && { ...text, images: images ?? [] };
}

export const deleteDraft = async () => (await connect()).clear("draft");

export const saveQueuedFind = async (find: QueuedFind) =>
  (await connect()).put("finds", find);

export const listQueuedFinds = async () => (await connect()).getAll("finds");

export const deleteQueuedFind = async (submissionId: string) =>
  (await connect()).delete("finds", submissionId);
