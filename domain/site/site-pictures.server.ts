import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { siteTexts } from "#db/schema.ts";
import { recordDerive, startDueJobs } from "../jobs/ledger.server.ts";
import { deriveTaskForSitePicture } from "../store/paths.ts";
import {
  removeScheduled,
  requireRemoved,
  scheduleRemoval,
  writeAndRemove,
} from "../store/removals.server.ts";
import type { ReceivedFile } from "../uploads/incoming.server.ts";
import {
  receiveOriginals,
  toPlace,
} from "../uploads/receive-originals.server.ts";
import type { SitePicture } from "./answers.ts";
import { saveText } from "./site-texts.server.ts";
import { sitePictures, type SitePictureName } from "./schemas.ts";

/** The pictures that a family has put in place of those that ship. Their rows are beside the site's texts. */
interface SavedPicture {
  /** File name below `bkg/original/`. */
  original_file: string;
  /** Of the original, hex; absent in rows of earlier versions. */
  sha256?: string;
  ready: boolean;
  error: string | null;
  /** Names the picture that is served; null until the first is ready. */
  version: string | null;
}

const names = Object.keys(sitePictures) as SitePictureName[];
const keyOf = (name: SitePictureName) => `picture:${name}`;

export const isSitePictureName = (name: string): name is SitePictureName =>
  Object.hasOwn(sitePictures, name);

/** Undefined while the one that ships is served. */
export function getSitePicture(
  name: SitePictureName,
  db: Pick<Tx, "select"> = getDb(),
): SavedPicture | undefined {
  const row = db
    .select()
    .from(siteTexts)
    .where(eq(siteTexts.key, keyOf(name)))
    .get();
  return row && (JSON.parse(row.value) as SavedPicture);
}

export const listSitePictures = (): SitePicture[] =>
  names.map((name) => {
    const saved = getSitePicture(name);
    return {
      name,
      own: saved !== undefined,
      ready: saved?.ready ?? true,
      error: saved?.error ?? null,
      version: saved?.version ?? null,
    };
  });

/** Part of a picture's address, so that no copy of an earlier one is shown; null for the one that ships. */
export const versionOfPicture = (name: SitePictureName) =>
  getSitePicture(name)?.version ?? null;

/** Does nothing when the picture has been removed meanwhile. */
export function updateSitePicture(
  tx: Tx,
  name: SitePictureName,
  change: Partial<SavedPicture>,
) {
  const saved = getSitePicture(name, tx);
  if (saved) saveSitePicture(tx, name, { ...saved, ...change });
}

const saveSitePicture = (tx: Tx, name: SitePictureName, saved: SavedPicture) =>
  saveText(tx, keyOf(name), JSON.stringify(saved));

/**
 * Puts a received picture in place of the one before, which is served until the new one is ready. @returns its job
 * @param id of the incoming folder, which the caller removes
 */
export async function replaceSitePicture(
  id: string,
  name: SitePictureName,
  image: ReceivedFile,
): Promise<string> {
  for (const place of Object.values(deriveTaskForSitePicture(name, "").outputs))
    await requireRemoved(place);
  const jobId = await receiveOriginals(
    id,
    [image],
    toPlace((file) => deriveTaskForSitePicture(name, file).original),
    (tx, [original]) => {
      const before = getSitePicture(name, tx);
      if (before) removeOriginal(tx, name, before);
      saveSitePicture(tx, name, {
        original_file: original!.original_file,
        sha256: original!.sha256,
        ready: false,
        error: null,
        version: before?.version ?? null,
      });
      return recordDerive(tx, { of: "site", key: name });
    },
  );
  startDueJobs();
  await removeScheduled();
  return jobId;
}

export const removeSitePicture = (name: SitePictureName) =>
  writeAndRemove((tx) => {
    const saved = getSitePicture(name, tx);
    if (!saved) return;
    tx.delete(siteTexts)
      .where(eq(siteTexts.key, keyOf(name)))
      .run();
    removeOriginal(tx, name, saved);
    const { outputs } = deriveTaskForSitePicture(name, saved.original_file);
    for (const place of Object.values(outputs)) scheduleRemoval(tx, place);
  });

function removeOriginal(
  tx: Tx,
  name: SitePictureName,
  { original_file, sha256 }: SavedPicture,
) {
  const { original } = deriveTaskForSitePicture(name, original_file);
  scheduleRemoval(tx, original, [{ path: original, sha256: sha256 ?? null }]);
}
