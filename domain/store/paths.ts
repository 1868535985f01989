import type { Blur } from "#core/blurs.ts";

/** The paths of the file store, all relative to its root. */

/** The derivatives of each kind of picture. `fallbackFor` says what is shown while an added one is missing. */
export const derivativeSets = {
  find: ["sm", "webp640", "webp"],
  photo: ["webp", "webp640", "webp300x300"],
  catalogue: ["a", "a_sm", "a_xs", "pin"],
  hero: ["wide", "tall"],
  logo: ["logo"],
} as const;
type DerivativeSet = keyof typeof derivativeSets;
export type Derivative = (typeof derivativeSets)[DerivativeSet][number];

/** The larger derivative that is shown until one is made that earlier versions of the site did not make. */
export function fallbackFor(place: string): string | undefined {
  const fallback = place
    .replace(/\/webp640(\/[^/]+)$/, "/webp$1")
    .replace(/\/a_xs\.webp$/, "/a_sm.webp");
  return fallback === place ? undefined : fallback;
}

export interface DeriveTask {
  original: string;
  outputs: Partial<Record<Derivative, string>>;
  /** Hidden areas of all of them. */
  blurs?: Blur[];
}

/** The original comes first. */
export const filesOf = ({ original, outputs }: DeriveTask) => [
  original,
  ...Object.values(outputs),
];

// ── Finds ──────────────────────────────────────────────────────────────────────────────────────

/** The folder of a new find, which stays there even if the find gets another number. */
export const findFolder = (rockNumber: number, uuid: string) =>
  `rocks/${rockNumber}/${uuid}`;

export const originalIn = (folder: string, file: string) =>
  `${folder}/original/${file}`;

export const derivativeOfFind = (
  folder: string,
  kind: (typeof derivativeSets.find)[number],
  name: string,
) => `${folder}/${kind}/${name}.webp`;

export const deriveTaskForFind = (
  folder: string,
  image: { current_name: string; original_file: string },
): DeriveTask => ({
  original: originalIn(folder, image.original_file),
  outputs: mapKinds(derivativeSets.find, (kind) =>
    derivativeOfFind(folder, kind, image.current_name),
  ),
});

// ── The catalogue ──────────────────────────────────────────────────────────────────────────────

/** The folder of a rock's picture. @param nth above 1 if a rock of that number is in the trash */
export const catalogueFolder = (rockNumber: number, nth = 1) =>
  `catalog/${rockNumber}${nth > 1 ? `.${nth}` : ""}`;

export const derivativeOfRock = (
  folder: string,
  kind: (typeof derivativeSets.catalogue)[number],
) => `${folder}/${kind}.webp`;

export const deriveTaskForRock = (rock: {
  folder: string;
  original_file: string;
}): DeriveTask => ({
  original: originalIn(rock.folder, rock.original_file),
  outputs: mapKinds(derivativeSets.catalogue, (kind) =>
    derivativeOfRock(rock.folder, kind),
  ),
});

// ── Albums ─────────────────────────────────────────────────────────────────────────────────────

export const albumFolder = (album: string) => `albums/${album}`;

export const originalOfPhoto = (album: string, file: string) =>
  `${albumFolder(album)}/${file}`;

/** `name` ends in `.webp`. */
export const derivativeOfPhoto = (
  album: string,
  kind: (typeof derivativeSets.photo)[number],
  name: string,
) => `${albumFolder(album)}/${kind}/${name}`;

/** `photo.name` ends in `.webp`. */
export const deriveTaskForPhoto = (
  album: string,
  photo: { name: string; original_file: string },
): DeriveTask => ({
  original: originalOfPhoto(album, photo.original_file),
  outputs: mapKinds(derivativeSets.photo, (kind) =>
    derivativeOfPhoto(album, kind, photo.name),
  ),
});

// ── The site's own pictures ────────────────────────────────────────────────────────────────────

export const sitePictureNames = ["home_bkg", "rock_bkg", "logo"] as const;
export type SitePictureName = (typeof sitePictureNames)[number];

export const LOGO = "logo.webp";

export const widePicture = (name: SitePictureName) => `bkg/${name}.webp`;
export const tallPicture = (name: SitePictureName) => `bkg/${name}_tall.webp`;

/** A picture of the site's own pages. A hero has two shapes, for wide screens and for phones. */
export const deriveTaskForSitePicture = (
  name: SitePictureName,
  originalFile: string,
): DeriveTask => ({
  original: `bkg/original/${originalFile}`,
  outputs:
    name === "logo"
      ? { logo: LOGO }
      : { wide: widePicture(name), tall: tallPicture(name) },
});

// ── Files that are made, or on their way ───────────────────────────────────────────────────────

/** A rock's share pictures. Each is named by its content, and is made again when it is missing. */
export const shareFolder = (rockNumber: number) => `shares/${rockNumber}`;

export const INCOMING = "tmp/incoming";

/** A folder for files that are arriving. Nothing in it belongs to anyone until it is moved to its place. */
export const incomingFolder = (id: string) => `${INCOMING}/${id}`;

export const UPLOADS = "tmp/uploads";

export const uploadFile = (id: string) => `${UPLOADS}/${id}`;

export const STAGED = "tmp/derived";

export const stagedFolder = (tryId: string) => `${STAGED}/${tryId}`;

/**
 * The same task with its derivatives in a folder of one try of a job, so a worker that ends late overwrites nothing.
 * @param picture names the picture and its original: derivatives of another original are not found under it
 */
export const stagedTask = (
  tryId: string,
  picture: string,
  { outputs, ...task }: DeriveTask,
): DeriveTask => ({
  ...task,
  outputs: mapKinds(
    Object.keys(outputs) as Derivative[],
    (kind) => `${stagedFolder(tryId)}/${picture}/${kind}.webp`,
  ),
});

// ── Keepsakes ──────────────────────────────────────────────────────────────────────────────────

/** Kinds of keepsakes: for everybody, or for the family only. */
export const keepsakeForms = ["public", "private"] as const;
export type KeepsakeForm = (typeof keepsakeForms)[number];

export const keepsakeFile = (form: KeepsakeForm) => `keepsake/${form}.zip`;

export const SENT_BACKUPS = "tmp/backups";
export const sentBackupFile = (id: string) => `${SENT_BACKUPS}/${id}`;

/** A folder for the keepsake that is being made, of which there is one at a time. */
export const KEEPSAKE_WORK = "tmp/keepsake";

/** The folder in which earlier versions of the site kept deleted files. */
export const OLD_TRASH = "trash";

/** Whether a path is in a folder that the site alone fills, with files that no row names. */
export const isOwnFolder = (path: string) =>
  /^(tmp|shares|trash)\/./.test(path);

const mapKinds = <K extends Derivative>(
  kinds: readonly K[],
  place: (kind: K) => string,
) =>
  Object.fromEntries(
    kinds.map((kind) => [kind, place(kind)]),
  ) as DeriveTask["outputs"];
