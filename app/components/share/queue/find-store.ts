/** What the form keeps on the visitor's own device: the draft, and finds that wait to be sent. */

export interface DraftFields {
  rockNumber: string;
  location: string;
  comment: string;
  /** YYYY-MM-DD */
  date: string;
  name: string;
  email: string;
}

export interface KeptDraft {
  edits: Partial<DraftFields>;
  /** The QR code's number at that time. */
  qrRockNumber: string;
  submissionId: string;
  findKey: string;
}

/** A find as it goes out: text fields by the names of the server's form, and its pictures. */
export interface FindToSend {
  submissionId: string;
  findKey: string;
  fields: Record<string, string>;
  images: File[];
}

export interface KeptFind extends FindToSend {
  /** Milliseconds since 1970. */
  keptAt: number;
  /** Not to be sent before; milliseconds since 1970. */
  notBefore: number;
  tries: number;
  /** Why the site will not take it as it is. */
  refused?: string;
  /** Its id on the site, once it is there. */
  sentAs?: string;
}

/** The finder's own page; the key stands where no server sees it. */
export const findPage = (uuid: string, findKey: string) =>
  `/finds/${uuid}#${findKey}`;

const TEXT = "text";
const IMAGES = "images";

let opened: Promise<IDBDatabase> | undefined;

function open() {
  return (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("share-your-rock", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("draft");
      request.result.createObjectStore("finds", { keyPath: "submissionId" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));
}

/** Resolves when it is safely kept, not when it has been asked for. */
async function run<T>(
  store: "draft" | "finds",
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = ask(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () =>
      reject(transaction.error ?? new Error("not kept"));
  });
}

export const keepDraftText = (draft: KeptDraft) =>
  run("draft", "readwrite", (store) => store.put(draft, TEXT));

export const keepDraftImages = (images: File[]) =>
  run("draft", "readwrite", (store) => store.put(images, IMAGES));

export async function readDraft() {
  const text = await run<KeptDraft | undefined>("draft", "readonly", (store) =>
    store.get(TEXT),
  );
  const images = await run<File[] | undefined>("draft", "readonly", (store) =>
    store.get(IMAGES),
  );
  return text && { ...text, images: images ?? [] };
}

export const forgetDraft = () =>
  run("draft", "readwrite", (store) => store.clear());

export const keepFind = (find: KeptFind) =>
  run("finds", "readwrite", (store) => store.put(find));

export const listKeptFinds = () =>
  run<KeptFind[]>("finds", "readonly", (store) => store.getAll());

export const forgetFind = (submissionId: string) =>
  run("finds", "readwrite", (store) => store.delete(submissionId));
