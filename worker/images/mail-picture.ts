import sharp from "sharp";

/** Pixels. A mail shows it half as wide, so that it is sharp on a phone. */
const WIDTH = 224;
/** The page behind a transparent picture. */
const PAPER = "#faf8f4";

/** Makes a square JPEG of a find's small picture, because not every mail program shows WebP. */
export const makeMailPicture = (file: string): Promise<Buffer> =>
  sharp(file)
    .resize(WIDTH, WIDTH, { fit: "cover", position: "attention" })
    .flatten({ background: PAPER })
    .jpeg({ quality: 76, mozjpeg: true })
    .toBuffer();
