import { isPictureFile } from "#domain/core/limits.ts";

/** What a chosen file is, as far as its type, name and first bytes tell. The site's decoder has the last word. */

const RAWS =
  "dng|cr[23w]|nef|nrw|arw|sr[2fw]|orf|rw[2l]|raf|pef|raw|3fr|iiq|x3f|erf|kdc";
const RAW_NAME = new RegExp(`\\.(${RAWS})$`, "i");
const RAW_TYPE = new RegExp(`^image/x-\\w+-(${RAWS})$`);

export const isRaw = ({ name, type }: File) =>
  RAW_NAME.test(name) || RAW_TYPE.test(type);

/** A picture's type is enough, and so is a HEIC's name. Files that Android's file manager gives often have no type. */
export async function isImage(file: File) {
  const { name, type } = file;
  if (type.startsWith("image/") || /\.hei[cf]$/i.test(name)) return true;
  if (type !== "" && type !== "application/octet-stream") return false;
  return isPictureFile(name) || beginsAsImage(file);
}

/** JPEG, PNG, GIF, TIFF, WebP, HEIC and AVIF. */
const BEGINNING =
  /^(\xff\xd8\xff|\x89PNG|GIF8|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp(hei|hev|mif|msf|avi))/;

async function beginsAsImage(file: File) {
  try {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    return BEGINNING.test(String.fromCharCode(...bytes));
  } catch {
    return false;
  }
}
