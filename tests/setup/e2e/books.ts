import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { plainPicture } from "#tests/setup/plain-picture.ts";
import { expect, page } from "./test.ts";
import { type Drawing, readCode, readPdf } from "./pdf.ts";

const LEVELS = [40, 130, 220];
/** Each far from the others, from white and from the map's colours, so that a picture is found by its colour. */
export const COLOURS = LEVELS.flatMap((r) =>
  LEVELS.flatMap((g) => LEVELS.map((b) => ({ r, g, b }))),
).filter(({ r, g, b }) => [40, 220].every((one) => [r, g, b].includes(one)));
/** Of each of red, green and blue. */
const TOLERANCE = 25;
/** Fewer pixels of a colour are the edge between two others. */
const PIXELS_MIN = 100;
/** Pixels per millimetre. */
const SHARPNESS = 2;
/** Millimetres. */
const PAPERS = { A4: [210, 297], Letter: [216, 279] };

interface Picture {
  colour: (typeof COLOURS)[number];
  width: number;
  height: number;
  /** The text that is printed on the same page. */
  beside: string;
}

/** Takes a file's place with a picture of one colour. */
export const paint = async (file: string, { colour, width, height }: Picture) =>
  writeFile(file, await plainPicture(width, height, colour));

export async function untilReadyToPrint() {
  await expect(page.getByRole("status")).toHaveText("Ready to print");
  await expect(page.getByRole("button", { name: "Print" })).toBeEnabled();
}

/**
 * Prints the book that is open on each paper. Expects a white edge around each page, something on it, each picture
 * once behind the title, and at the end a code that leads to an address. Returns the texts of each book's pages.
 */
export async function printBooks(pictures: Picture[], address: string) {
  const books: string[][] = [];
  for (const [format, size] of Object.entries(PAPERS)) {
    await untilReadyToPrint();
    const pdf = await page.pdf({ format, printBackground: true });
    const pages = await readPdf(pdf, (pages) =>
      Promise.all(
        pages.map(async ({ text, width, height, draw }) => ({
          // Lines are broken anywhere.
          text: text.replace(/\s+/g, " "),
          size: [Math.round(width), Math.round(height)],
          drawing: await draw(SHARPNESS),
        })),
      ),
    );
    for (const { size: printed, drawing } of pages) {
      expect(printed).toEqual(size);
      const { width, height } = drawing;
      for (const left of [2, width - 3])
        expect(await isWhite(drawing, { left, width: 1, height })).toBe(true);
      // The page's number is below.
      const above = { left: 0, width, height: height - 16 * SHARPNESS };
      expect(await isWhite(drawing, above)).toBe(false);
    }
    for (const picture of pictures) {
      const printed = pages.slice(1).flatMap(({ drawing, text }) => {
        const box = findColour(drawing, picture.colour);
        return box ? { text, ...box } : [];
      });
      expect(printed, picture.beside).toHaveLength(1);
      expect(printed[0]!.text).toContain(picture.beside);
      expectWhole(printed[0]!, picture, size);
    }
    const { drawing, text } = pages.at(-1)!;
    expect(readCode(drawing, { left: 0, top: 0, ...drawing })).toBe(address);
    expect(text).toContain(address);
    books.push(pages.map(({ text }) => text));
  }
  return books;
}

const isWhite = async (
  { data, width, height }: Drawing,
  part: { left: number; width: number; height: number },
) => {
  const { channels } = await sharp(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .extract({ top: 0, ...part })
      .png()
      .toBuffer(),
  )
    .removeAlpha()
    .stats();
  return channels.every(({ min }) => min === 255);
};

/** Which part of a page a colour covers, in millimetres. */
function findColour(
  { width, height, data }: Drawing,
  { r, g, b }: Picture["colour"],
) {
  const isNear = (at: number, level: number) =>
    Math.abs(data[at]! - level) <= TOLERANCE;
  let [left, top, right, bottom] = [width, height, -1, -1];
  let pixels = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (!isNear(at, r) || !isNear(at + 1, g) || !isNear(at + 2, b)) continue;
      pixels += 1;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  if (pixels < PIXELS_MIN) return undefined;
  return {
    left: left / SHARPNESS,
    top: top / SHARPNESS,
    width: (right - left + 1) / SHARPNESS,
    height: (bottom - top + 1) / SHARPNESS,
  };
}

/** Expects a printed picture inside of its page's margins, in its own proportions. */
function expectWhole(
  box: NonNullable<ReturnType<typeof findColour>>,
  { width, height, beside }: Picture,
  [paperWidth, paperHeight]: number[],
) {
  // Half a millimetre of a thin edge may be of a mixed colour.
  const margin = 15.5;
  expect(box.left).toBeGreaterThanOrEqual(margin);
  expect(box.top).toBeGreaterThanOrEqual(margin);
  expect(box.left + box.width).toBeLessThanOrEqual(paperWidth! - margin);
  expect(box.top + box.height).toBeLessThanOrEqual(paperHeight! - margin);
  expect(box.height).toBeGreaterThan(20);
  const slip = Math.abs(box.width - (box.height * width) / height);
  expect(slip, `${beside}: ${box.width} × ${box.height}`).toBeLessThan(
    1 + width / height,
  );
}
