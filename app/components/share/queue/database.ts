import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type OpenDBCallbacks,
} from "idb";
import {
  NAME,
  toQueuedFind,
  type PictureToSend,
  type QueuedFind,
  type StoredDraft,
} from "./find-store.ts";

/** Which file of a picture. */
export type FileKind = "file" | "preview";
type FileKey = [submissionId: string, picture: number, kind: FileKind];

/** One tab at a time holds it, in browsers without locks. */
interface Lease {
  owner: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Browsers hold data under these names, so they stay. */
interface Stores extends DBSchema {
  draft: { key: string; value: StoredDraft | PictureToSend[] };
  finds: { key: string; value: QueuedFind };
  files: { key: FileKey; value: Blob };
  lease: { key: string; value: Lease };
}

const VERSION = 2;
/** The draft's pictures. */
export const IMAGES = "images";
const LEASE = "lease";

/** Opening takes longer if a tab with an older version of the site is open, and then may never end. */
const OPEN_MS = 3_000;

let connection: Promise<IDBPDatabase<Stores>> | undefined;

/** @throws if the browser has no storage */
export function connect() {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

async function open() {
  const opening = openDB<Stores>(NAME, VERSION, {
    upgrade,
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

/** A find as version 1 stored it. */
interface FindOfVersion1 {
  submissionId: string;
  findKey: string;
  fields: Record<string, string>;
  images: File[];
  keptAt: number;
  refused?: string;
  sentAs?: string;
}

const upgrade: OpenDBCallbacks<Stores>["upgrade"] = async (
  database,
  oldVersion,
  _newVersion,
  change,
) => {
  database.createObjectStore("files");
  database.createObjectStore("lease");
  if (oldVersion === 0) {
    database.createObjectStore("draft");
    database.createObjectStore("finds", { keyPath: "submissionId" });
    return;
  }
  const draft = change.objectStore("draft");
  const images = (await draft.get(IMAGES)) as File[] | undefined;
  if (images)
    await draft.put(
      images.map((file) => ({ file })),
      IMAGES,
    );
  const finds = change.objectStore("finds");
  for (const old of (await finds.getAll()) as unknown as FindOfVersion1[]) {
    const pictures = old.images.map((file) => ({ file }));
    await finds.put({
      ...toQueuedFind({ ...old, pictures }, old.keptAt),
      refused: old.refused ? { reason: old.refused, fields: {} } : undefined,
      uuid: old.sentAs,
    });
    for (const [index, { file }] of pictures.entries())
      await change
        .objectStore("files")
        .put(file, [old.submissionId, index, "file"]);
  }
};

/** Takes the lease, or renews it. Returns whether `owner` has it now. @param isUrgent takes it from another owner too */
export async function takeLease(
  owner: string,
  until: number,
  isUrgent: boolean,
) {
  const change = (await connect()).transaction("lease", "readwrite");
  const lease = await change.store.get(LEASE);
  const isOurs =
    isUrgent || !lease || lease.owner === owner || lease.until < Date.now();
  if (isOurs) await change.store.put({ owner, until }, LEASE);
  await change.done;
  return isOurs;
}

export async function endLease(owner: string) {
  const change = (await connect()).transaction("lease", "readwrite");
  const lease = await change.store.get(LEASE);
  if (lease?.owner === owner) await change.store.delete(LEASE);
  await change.done;
}
