import { isPictureFile } from "#core/limits.ts";
import { derivativeSets, LOGO, OLD_TRASH } from "./paths.ts";

const NUMBER = "(?:0|[1-9]\\d{0,5})";
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ALBUM = "[a-z0-9]{1,60}";
const NAME = "[^/]+";
/** A rock's folder: its number, and a second one if another rock of that number is in the trash. */
const ROCK_FOLDER = `${NUMBER}(?:\\.[1-9]\\d*)?`;

const oneOf = (kinds: readonly string[]) => `(?:${kinds.join("|")})`;
const patterns = <Of extends string>(paths: Record<Of, string>) =>
  Object.entries<string>(paths).map(
    ([of, path]) => [of as Of, new RegExp(`^${path}$`)] as const,
  );

const MEDIA_FILES = patterns({
  find: `rocks/(?<rockNumber>${NUMBER})/(?<uuid>${UUID})/${oneOf(derivativeSets.find)}/(?<image>${NAME})\\.webp`,
  catalogue: `catalog/(?<rockNumber>${NUMBER})/${oneOf(derivativeSets.catalogue)}\\.webp`,
  photo: `albums/(?<album>${ALBUM})/${oneOf(derivativeSets.photo)}/(?<photo>${NAME}\\.webp)`,
  site: `bkg/${NAME}\\.webp`,
});
const ORIGINALS = patterns({
  find: `rocks/${NUMBER}/(?<uuid>${UUID})/original/(?<file>${NAME})`,
  catalogue: `(?<folder>catalog/${ROCK_FOLDER})/original/(?<file>${NAME})`,
  photo: `albums/(?<album>${ALBUM})/(?<file>${NAME})`,
  site: `bkg/original/(?<file>${NAME})`,
});
/** Also of a rock whose folder has no address. */
const ROCK_DERIVATIVES = new RegExp(
  `^catalog/${ROCK_FOLDER}/${oneOf(derivativeSets.catalogue)}\\.webp$`,
);
const TRASHED_ORIGINAL = new RegExp(
  `^${OLD_TRASH}/[1-9]\\d*/(?<folder>original/)?(?<file>${NAME})$`,
);

/** One file name, not hidden, without separators or control characters. */
// oxlint-disable-next-line no-control-regex
const FILE = /^(?!\.)[^/\\\u0000-\u001f]{1,200}$/;
const isPath = (path: string) =>
  path.split("/").every((part) => FILE.test(part));

function readPath<Of extends string>(
  kinds: ReturnType<typeof patterns<Of>>,
  path: string,
): { of: Of; rockNumber?: string } | undefined {
  if (!isPath(path)) return undefined;
  for (const [of, pattern] of kinds) {
    const match = pattern.exec(path);
    if (match) return { of, ...match.groups };
  }
  return undefined;
}

export const isAlbumName = (name: string) =>
  new RegExp(`^${ALBUM}$`).test(name);

/** Whether a file of an album is a picture that can be served: its name becomes part of an address. */
export const isAlbumPicture = (file: string) =>
  isPictureFile(file) && FILE.test(`${file.replace(/\.[^.]*$/, "")}.webp`);

export type MediaFile = { path: string } & (
  | { of: "find"; uuid: string; rockNumber: number; image: string }
  | { of: "catalogue"; rockNumber: number }
  | { of: "photo"; album: string; photo: string }
  | { of: "site" }
);

/**
 * Reads the part of an address after `/media/`, already decoded once. Gives undefined for everything that must
 * not be served.
 */
export function parseMediaPath(path: string): MediaFile | undefined {
  const read = readPath(MEDIA_FILES, path);
  if (!read) return undefined;
  const { rockNumber, ...parts } = read;
  const number = rockNumber && { rockNumber: Number(rockNumber) };
  return { ...parts, ...number, path } as MediaFile;
}

export type OriginalPlace = { file: string } & (
  | { of: "find"; uuid: string }
  | { of: "catalogue"; folder: string }
  | { of: "photo"; album: string }
  | { of: "site" }
);

/** Reads the path of an original; undefined for every other path. */
export function parseOriginal(original: string): OriginalPlace | undefined {
  const place = readPath(ORIGINALS, original) as OriginalPlace | undefined;
  return place?.of === "photo" && !isAlbumPicture(place.file)
    ? undefined
    : place;
}

/** Whether a path is where earlier versions of the site had an original in the trash. */
export function isTrashedOriginal(path: string) {
  const { folder, file = "" } = TRASHED_ORIGINAL.exec(path)?.groups ?? {};
  return isPath(path) && (folder ? file !== "" : isAlbumPicture(file));
}

/** Whether a path is a derivative's place. The site's own pictures don't count as derivatives. */
export const isDerivative = (path: string) =>
  ROCK_DERIVATIVES.test(path) ||
  ["find", "photo"].includes(parseMediaPath(path)?.of ?? "");

/** Whether an operator may have put a file into the store: an album's picture, anything in `bkg/`, the logo. */
export const isOperatorFile = (path: string) =>
  path === LOGO ||
  (path.startsWith("bkg/") && isPath(path)) ||
  parseOriginal(path)?.of === "photo";

export const ROOTS = ["rocks", "albums", "catalog"];

/**
 * Reads a folder as an operator writes it ('media', 'media/rocks', 'media/albums/sea/').
 * @returns the path within the store; undefined for a folder outside, or with no originals of the store below it
 */
export function parseFolder(given: string): string | undefined {
  const [media, ...parts] = given.replace(/\/+$/, "").split("/");
  const [root] = parts;
  const isOfStore =
    media === "media" &&
    parts.every((part) => FILE.test(part)) &&
    (root === undefined || ROOTS.includes(root));
  return isOfStore ? parts.join("/") : undefined;
}
