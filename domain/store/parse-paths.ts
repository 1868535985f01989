import { isPictureFile } from "#core/limits.ts";
import { derivativeSets, LOGO, OLD_TRASH } from "./paths.ts";

const NUMBER = "(?:0|[1-9]\\d{0,5})";
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ALBUM = "[a-z0-9]{1,60}";
const NAME = "[^/]+";
/** A rock's folder: its number, and a second one if another rock of that number is in the trash. */
const ROCK_FOLDER = `${NUMBER}(?:\\.[1-9]\\d*)?`;

const oneOf = (kinds: readonly string[]) => `(?:${kinds.join("|")})`;
const patternOf = (path: string) => new RegExp(`^${path}$`);

const MEDIA_FILES = {
  find: patternOf(
    `rocks/(?<rockNumber>${NUMBER})/(?<uuid>${UUID})/${oneOf(derivativeSets.find)}/(?<image>${NAME})\\.webp`,
  ),
  catalogue: patternOf(
    `catalog/(?<rockNumber>${NUMBER})/${oneOf(derivativeSets.catalogue)}\\.webp`,
  ),
  photo: patternOf(
    `albums/(?<album>${ALBUM})/${oneOf(derivativeSets.photo)}/(?<photo>${NAME}\\.webp)`,
  ),
  site: patternOf(`bkg/${NAME}\\.webp`),
};
const ORIGINAL = patternOf(
  `(?:rocks/${NUMBER}/${UUID}|catalog/${ROCK_FOLDER}|bkg)/original/${NAME}`,
);
const ALBUM_FILE = patternOf(`albums/${ALBUM}/(?<file>${NAME})`);
/** Also of a rock whose folder has no address. */
const ROCK_DERIVATIVES = patternOf(
  `catalog/${ROCK_FOLDER}/${oneOf(derivativeSets.catalogue)}\\.webp`,
);
const TRASHED_ORIGINAL = patternOf(
  `${OLD_TRASH}/[1-9]\\d*/(?<folder>original/)?(?<file>${NAME})`,
);

/** One file name, not hidden, without separators, control characters or line breaks, which the site takes in no address. */
// oxlint-disable-next-line no-control-regex
const FILE = /^(?!\.)[^/\\\u0000-\u001f\u2028\u2029]{1,200}$/;
const isPath = (path: string) =>
  path.split("/").every((part) => FILE.test(part));

export const isAlbumName = (name: string) => patternOf(ALBUM).test(name);

/** Most file systems take 255 bytes. Where several photos would share a name, it gets up to seven more, as in `-jpeg12`. */
const NAME_BYTES_MAX = 248;

/** Whether a file of an album is a picture that can be served: its name becomes part of an address. */
export function isAlbumPicture(file: string) {
  const name = `${file.replace(/\.[^.]*$/, "")}.webp`;
  return (
    isPictureFile(file) &&
    FILE.test(name) &&
    new TextEncoder().encode(name).length <= NAME_BYTES_MAX
  );
}

export type MediaFile = { path: string } & (
  | { of: "find"; uuid: string; rockNumber: number; image: string }
  | { of: "catalogue"; rockNumber: number }
  | { of: "photo"; album: string; photo: string }
  | { of: "site" }
);

/** Reads an address after `/media/`, still encoded. Undefined for everything that must not be served. */
export function parseMediaAddress(address: string): MediaFile | undefined {
  const path = decodePath(address);
  return path === undefined ? undefined : parseMediaPath(path);
}

/** Undoes `encodePath`. Undefined if it can't be decoded, or a name has a slash in it. */
function decodePath(address: string) {
  try {
    const parts = address.split("/").map(decodeURIComponent);
    return parts.some((part) => part.includes("/"))
      ? undefined
      : parts.join("/");
  } catch {
    return undefined;
  }
}

/** The same of a path in the store, which is what an address names once it is decoded. */
export function parseMediaPath(path: string): MediaFile | undefined {
  if (!isPath(path)) return undefined;
  for (const [of, pattern] of Object.entries(MEDIA_FILES)) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { rockNumber, ...parts } = match.groups ?? {};
    const number = rockNumber && { rockNumber: Number(rockNumber) };
    return { of, ...parts, ...number, path } as MediaFile;
  }
  return undefined;
}

export const isAlbumOriginal = (path: string) =>
  isPath(path) && isAlbumPicture(ALBUM_FILE.exec(path)?.groups?.file ?? "");

export const isOriginal = (path: string) =>
  isAlbumOriginal(path) || (isPath(path) && ORIGINAL.test(path));

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
  isAlbumOriginal(path);

export const ROOTS = ["rocks", "albums", "catalog"];

/** The path in the store of a folder as an operator writes it ('media/albums/sea/'); undefined outside of it. */
export function parseFolder(given: string): string | undefined {
  const [media, ...parts] = given.replace(/\/+$/, "").split("/");
  const [root] = parts;
  const isOfStore =
    media === "media" &&
    parts.every((part) => FILE.test(part)) &&
    (root === undefined || ROOTS.includes(root));
  return isOfStore ? parts.join("/") : undefined;
}
