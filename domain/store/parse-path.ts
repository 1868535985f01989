import { isPictureFile } from "#core/limits.ts";
import { derivativeSets, LOGO, OLD_TRASH } from "./paths.ts";

/** Reads paths of the store and says what they name. */

const ALBUM = /^[a-z0-9]{1,60}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** One file name, not hidden, without separators or control characters. */
// eslint-disable-next-line no-control-regex
const FILE = /^(?!\.)[^/\\\u0000-\u001f]{1,200}$/;

/** A rock's folder: its number, and a second one if another rock of that number is in the trash. */
const ROCK_FOLDER = /^(0|[1-9]\d{0,5})(\.[1-9]\d*)?$/;

const isNumber = (part: string) => /^(0|[1-9]\d{0,5})$/.test(part);
export const isOneOf = (kinds: readonly string[], kind: string) =>
  kinds.includes(kind);

export const isAlbumName = (name: string) => ALBUM.test(name);

/** Whether a file of an album is a picture that can be served: its name becomes part of an address. */
export const isAlbumPicture = (file: string) =>
  isPictureFile(file) && FILE.test(`${file.replace(/\.[^.]*$/, "")}.webp`);

/** Target of a public media address. */
export type MediaFile =
  | {
      of: "find";
      uuid: string;
      rockNumber: number;
      image: string;
      path: string;
    }
  | { of: "catalogue"; rockNumber: number; path: string }
  | { of: "photo"; album: string; photo: string; path: string }
  | { of: "site"; path: string };

/**
 * Reads the part of an address after `/media/`, already decoded once. Gives undefined for everything that must
 * not be served.
 */
export function parseMediaPath(address: string): MediaFile | undefined {
  const parts = address.split("/");
  if (!parts.every((part) => FILE.test(part))) return undefined;
  const [root, a = "", b = "", c = "", d = ""] = parts;
  if (root === "bkg" && parts.length === 2 && a.endsWith(".webp"))
    return { of: "site", path: address };
  if (
    root === "catalog" &&
    parts.length === 3 &&
    isNumber(a) &&
    b.endsWith(".webp") &&
    isOneOf(derivativeSets.catalogue, b.slice(0, -".webp".length))
  )
    return { of: "catalogue", rockNumber: Number(a), path: address };
  if (
    root === "albums" &&
    parts.length === 4 &&
    ALBUM.test(a) &&
    isOneOf(derivativeSets.photo, b) &&
    c.endsWith(".webp")
  )
    return { of: "photo", album: a, photo: c, path: address };
  if (
    root === "rocks" &&
    parts.length === 5 &&
    isNumber(a) &&
    UUID.test(b) &&
    isOneOf(derivativeSets.find, c) &&
    d.endsWith(".webp")
  )
    return {
      of: "find",
      rockNumber: Number(a),
      uuid: b,
      image: d.slice(0, -".webp".length),
      path: address,
    };
  return undefined;
}

export type OriginalPlace =
  | { of: "find"; uuid: string; file: string }
  | { of: "catalogue"; folder: string; file: string }
  | { of: "photo"; album: string; file: string }
  | { of: "site"; file: string };

/** Reads the path of an original; undefined for every other path. */
export function parseOriginal(original: string): OriginalPlace | undefined {
  const [root, a = "", b = "", c = "", d = "", ...more] = original.split("/");
  if (more.length > 0) return undefined;
  if (
    root === "rocks" &&
    isNumber(a) &&
    UUID.test(b) &&
    c === "original" &&
    FILE.test(d)
  )
    return { of: "find", uuid: b, file: d };
  if (
    root === "catalog" &&
    ROCK_FOLDER.test(a) &&
    b === "original" &&
    FILE.test(c) &&
    d === ""
  )
    return { of: "catalogue", folder: `${root}/${a}`, file: c };
  if (root === "albums" && ALBUM.test(a) && isAlbumPicture(b) && c === "")
    return { of: "photo", album: a, file: b };
  if (root === "bkg" && a === "original" && FILE.test(b) && c === "")
    return { of: "site", file: b };
  return undefined;
}

/** Whether a path is where earlier versions of the site had an original in the trash. */
export function isTrashedOriginal(file: string) {
  const [root, key = "", a = "", b = "", ...more] = file.split("/");
  return (
    root === "trash" &&
    /^[1-9]\d*$/.test(key) &&
    more.length === 0 &&
    (b === "" ? isAlbumPicture(a) : a === "original" && FILE.test(b))
  );
}

/** Whether a path is a derivative's place. The site's own pictures don't count as derivatives. */
export function isDerivative(file: string) {
  const [root, folder = "", kind = "", name = "", ...more] = file.split("/");
  if (!file.endsWith(".webp")) return false;
  if (root === "catalog" || (root === OLD_TRASH && name === ""))
    return (
      name === "" &&
      ROCK_FOLDER.test(folder) &&
      isOneOf(derivativeSets.catalogue, kind.slice(0, -".webp".length))
    );
  if (root === OLD_TRASH)
    return (
      more.length === 0 &&
      isOneOf([...derivativeSets.find, ...derivativeSets.photo], kind)
    );
  return ["find", "photo"].includes(parseMediaPath(file)?.of ?? "");
}

/** Whether an operator may have put a file into the store: an album's picture, anything in `bkg/`, the logo. */
export const isOperatorFile = (file: string) =>
  file === LOGO || isSiteFile(file) || parseOriginal(file)?.of === "photo";

/** Whether a file belongs to the site's own pictures: the backdrops, and the pictures that they were made of. */
function isSiteFile(file: string) {
  const [root, ...parts] = file.split("/");
  return (
    root === "bkg" && parts.length > 0 && parts.every((part) => FILE.test(part))
  );
}

/** The folders that hold originals of finds, rocks and albums. */
export const ROOTS = ["rocks", "albums", "catalog"];

/**
 * Reads a folder as an operator writes it ('media', 'media/rocks', 'media/albums/sea/').
 * @returns the path within the store; undefined for a folder outside, or with no originals of the store below it
 */
export function parseFolder(given: string): string | undefined {
  const parts = given.replace(/\/+$/, "").split("/");
  if (parts[0] !== "media" || !parts.slice(1).every((part) => FILE.test(part)))
    return undefined;
  if (parts.length > 1 && !ROOTS.includes(parts[1]!)) return undefined;
  return parts.slice(1).join("/");
}
