import { isPictureFile } from "#core/limits.ts";

/** A phone may name every photograph alike. A refusal names its file, so each gets a name of its own. */
export function nameApart(files: File[], images: { file: File }[]) {
  const names = new Set(images.map(({ file }) => file.name));
  return files.map((file) => {
    const { type, lastModified } = file;
    const [, stem, ending = ""] = /^(.*?)(\.\w+)?$/s.exec(file.name)!;
    let { name } = file;
    for (let nth = 2; names.has(name); nth++) name = `${stem!} ${nth}${ending}`;
    names.add(name);
    return name === file.name
      ? file
      : new File([file], name, { type, lastModified });
  });
}

/** The kind of a chosen file, as far as its type and name tell. The site's decoder has the last word. */

const RAWS =
  "dng|cr[23w]|nef|nrw|arw|sr[2fw]|orf|rw[2l]|raf|pef|raw|3fr|iiq|x3f|erf|kdc";
const RAW_NAME = new RegExp(`\\.(${RAWS})$`, "i");
const RAW_TYPE = new RegExp(`^image/x-\\w+-(${RAWS})$`);

export const isRaw = ({ name, type }: File) =>
  RAW_NAME.test(name) || RAW_TYPE.test(type);

/** A picture's type is enough, and so is a HEIC's name. Files that Android's file manager gives often have neither type nor ending. */
export const isImage = ({ name, type }: File) =>
  type.startsWith("image/") ||
  /\.hei[cf]$/i.test(name) ||
  (["", "application/octet-stream"].includes(type) &&
    (isPictureFile(name) || !name.includes(".")));
