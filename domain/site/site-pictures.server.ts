import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { siteTexts } from "#db/schema.ts";
import type { SitePicture } from "./answers.ts";
import { sitePictures, type SitePictureName } from "./schemas.ts";

/** The pictures that a family has put in place of those that ship: kept beside the site's texts. */
interface Kept {
  /** File name below `bkg/original/`. */
  original_file: string;
  ready: boolean;
  error: string | null;
  /** Names the picture that is served; null until the first is ready. */
  version: string | null;
}

const names = Object.keys(sitePictures) as SitePictureName[];
const keyOf = (name: SitePictureName) => `picture:${name}`;

export const isSitePictureName = (name: string): name is SitePictureName =>
  Object.hasOwn(sitePictures, name);

/** Undefined where the one that ships is served. */
export function getSitePicture(
  name: SitePictureName,
  db: Pick<Tx, "select"> = getDb(),
): Kept | undefined {
  const row = db
    .select()
    .from(siteTexts)
    .where(eq(siteTexts.key, keyOf(name)))
    .get();
  return row && (JSON.parse(row.value) as Kept);
}

/** Whose original a file is. */
export const findSitePictureOf = (file: string) =>
  names.find((name) => getSitePicture(name)?.original_file === file);

export const listSitePictures = (): SitePicture[] =>
  names.map((name) => {
    const kept = getSitePicture(name);
    return {
      name,
      own: kept !== undefined,
      ready: kept?.ready ?? true,
      error: kept?.error ?? null,
      version: kept?.version ?? null,
    };
  });

/** To be set behind the address of a picture, so that no copy of an earlier one is shown; null: it ships. */
export const versionOfPicture = (name: SitePictureName) =>
  getSitePicture(name)?.version ?? null;

/** Writes down what has become of a picture; nothing where it was taken away meanwhile. */
export function noteSitePicture(
  tx: Tx,
  name: SitePictureName,
  change: Partial<Kept>,
) {
  const kept = getSitePicture(name, tx);
  if (kept) keepSitePicture(tx, name, { ...kept, ...change });
}

export function keepSitePicture(tx: Tx, name: SitePictureName, kept: Kept) {
  const value = JSON.stringify(kept);
  tx.insert(siteTexts)
    .values({ key: keyOf(name), value })
    .onConflictDoUpdate({ target: siteTexts.key, set: { value } })
    .run();
}

export const dropSitePicture = (tx: Tx, name: SitePictureName) =>
  tx
    .delete(siteTexts)
    .where(eq(siteTexts.key, keyOf(name)))
    .run();
