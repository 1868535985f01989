import sharp from "sharp";
import { directionOf } from "#core/languages/languages.server.ts";
import type { Frame } from "#core/map/land.ts";
import type { JobData, ShareCard } from "#domain/jobs/catalogue.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { letter } from "./letter.ts";
import { renderSvg, drawMap, seaColour } from "./share-map.ts";

/** Draws the picture of a rock's page when it is shared: newest photograph, journey and distance. */

const SIZE = { width: 1200, height: 630 };
const PAPER = "#faf8f4";
const INK = "#2b2a28";
const SOFT = "#6a645b";
const LAKE = "#1f5a5c";

const EDGE = 40;
const LARGE: Frame = {
  x: EDGE,
  y: EDGE,
  width: 540,
  height: SIZE.height - 2 * EDGE,
};
/** The column of words and map beside the large picture. */
const x = LARGE.x + LARGE.width + EDGE;
const width = SIZE.width - EDGE - x;
/** The rock itself, in front of a corner of the large picture. */
const STONE: Frame = { x: 452, y: 462, width: 150, height: 150 };
const SMALL: Frame = { x, y: 190, width, height: 290 };
/** The baselines of the words: around a small map, or beside a large one if there is no photograph. */
const AROUND = { name: 68, rock: 156, main: 544, more: 587 };
const BESIDE = { name: 210, rock: 304, main: 384, more: 430 };
const NAME_MAX = 40;

/** A JPEG of 1200×630. @throws {Error} if photograph or pin is not in the store, or can't be read */
export async function drawSharePicture({
  card,
  photo,
  pin,
}: Omit<JobData<"draw-share">, "output">): Promise<Buffer> {
  const place = directionOf(card.language) === "rtl" ? mirror : asItIs;
  const page =
    photo === undefined
      ? await drawPage(card, place, LARGE, BESIDE)
      : await drawPage(card, place, SMALL, AROUND);
  return sharp(await renderSvg(page))
    .composite([
      ...(photo === undefined ? [] : [await cutPhoto(photo, place(LARGE))]),
      ...(pin === undefined ? [] : await layStone(pin, place(STONE))),
    ])
    .flatten({ background: PAPER })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

async function cutPhoto(photo: string, frame: Frame) {
  const { width, height } = frame;
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${pebble({ ...frame, x: 0, y: 0 })}</svg>`;
  const input = await sharp(onDisk(photo))
    .resize({ width, height, fit: "cover" })
    .ensureAlpha()
    .composite([{ input: await renderSvg(shape), blend: "dest-in" }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input, left: frame.x, top: frame.y };
}

async function layStone(pin: string, { x, y, width, height }: Frame) {
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" ${sides({ x: 0, y: 0, width, height })}><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter><ellipse cx="${width / 2}" cy="${height * 0.57}" rx="${width * 0.42}" ry="${height * 0.36}" fill="#14100c" opacity=".6" filter="url(#soft)"/></svg>`;
  return [
    { input: await renderSvg(shadow), left: x, top: y },
    {
      input: await sharp(onDisk(pin)).resize({ width, height }).toBuffer(),
      left: x,
      top: y,
    },
  ];
}

type Place = (frame: Frame) => Frame;

const asItIs: Place = (frame) => frame;
/** For languages that are written from the right. */
const mirror: Place = (frame) => ({
  ...frame,
  x: SIZE.width - frame.x - frame.width,
});

async function drawPage(
  card: ShareCard,
  place: Place,
  map: Frame,
  lines: typeof AROUND,
) {
  const at = {
    x: place(SMALL).x,
    width,
    isAtRight: place === mirror,
    language: card.language,
  };
  const soft = { ...at, style: "sans", size: 27, fill: SOFT } as const;
  const serif = { ...at, style: "serif" } as const;
  const words = [
    await letter(shorten(card.site_name), {
      ...soft,
      language: card.site_language,
      y: lines.name,
    }),
    await letter(card.rock, { ...serif, size: 88, y: lines.rock, fill: INK }),
    await letter(card.main, { ...serif, size: 46, y: lines.main, fill: LAKE }),
    await letter(card.more, { ...soft, y: lines.more }),
  ];
  const frame = place(map);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
<clipPath id="map">${pebble(frame)}</clipPath>
<rect width="100%" height="100%" fill="${PAPER}"/>
<g clip-path="url(#map)"><rect ${sides(frame)} fill="${seaColour}"/>${drawMap(card, frame)}</g>
${words.join("\n")}
</svg>`;
}

const segmenter = new Intl.Segmenter();

function shorten(name: string) {
  const letters = Array.from(segmenter.segment(name), (part) => part.segment);
  if (letters.length <= NAME_MAX) return name;
  const start = letters.slice(0, NAME_MAX - 1).join("");
  return `${start.trimEnd()}…`;
}

const sides = ({ x, y, width, height }: Frame) =>
  `x="${x}" y="${y}" width="${width}" height="${height}"`;

/** A frame with four different corners, as all frames of the site have. */
function pebble({ x, y, width, height }: Frame) {
  const right = x + width;
  const foot = y + height;
  return `<path d="M${x + 30} ${y}H${right - 40}A40 28 0 0 1 ${right} ${y + 28}V${foot - 44}A28 44 0 0 1 ${right - 28} ${foot}H${x + 44}A44 30 0 0 1 ${x} ${foot - 30}V${y + 38}A30 38 0 0 1 ${x + 30} ${y}Z"/>`;
}
