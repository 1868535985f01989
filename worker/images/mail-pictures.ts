import sharp from "sharp";
import { endWithParent } from "#core/signals.server.ts";
import type { MailPicture } from "#domain/mail/picture.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { renderSvg, drawMap, seaColour } from "./share-map.ts";

/** The process that makes the pictures of its argument, a JSON list: each a JPEG in base64, or null. */

endWithParent();

const PAPER = "#faf8f4";

/** Makes a JPEG, because not every mail program shows WebP. */
async function makeMailPicture(picture: MailPicture): Promise<Buffer> {
  const { width, height } = picture;
  const input =
    "file" in picture ? onDisk(picture.file) : await drawWay(picture);
  return sharp(input)
    .resize(width, height, { fit: "cover", position: "attention" })
    .flatten({ background: PAPER })
    .jpeg({ quality: 76, mozjpeg: true })
    .toBuffer();
}

/** The map is drawn half as large, so that lines and dots are as strong as the mail shows them. */
function drawWay({
  stops,
  width,
  height,
}: Extract<MailPicture, { stops: unknown }>) {
  const frame = { x: 0, y: 0, width: width / 2, height: height / 2 };
  const map = drawMap({ stops, isWay: true }, frame);
  return renderSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${frame.width} ${frame.height}"><rect width="100%" height="100%" fill="${seaColour}"/>${map}</svg>`,
  );
}

const result = [];
for (const asked of JSON.parse(process.argv[2]!) as MailPicture[])
  result.push(
    await makeMailPicture(asked).then(
      (jpeg) => jpeg.toString("base64"),
      () => null,
    ),
  );
process.send!({ result }, undefined, undefined, () => process.disconnect());
