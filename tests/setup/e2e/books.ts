import { writeFile } from "node:fs/promises";
import { plainPicture } from "#tests/setup/plain-picture.ts";
import { expect, page, site } from "./test.ts";
import { type Drawing, readPdf } from "./pdf.ts";

/** Each far from the others, from white and from the map's colours, so that a picture is found by its colour. */
export const COLOURS = [40, 130, 220].flatMap((r) =>
  [40, 130, 220].flatMap((g) =>
    [40, 130, 220]
      .map((b) => ({ r, g, b }))
      .filter(({ r, g, b }) =>
        [40, 220].every((one) => [r, g, b].includes(one)),
      ),
  ),
);
type Colour = (typeof COLOURS)[number];
/** Of each of red, green and blue. */
const TOLERANCE = 25;
/** Fewer pixels of a colour are the edge between two others. */
const PIXELS_MIN = 100;

export interface Printed {
  colour: Colour;
  width: number;
  height: number;
}

/** Replaces the picture of an image of a find. */
export async function paintImage(
  { rock, uuid, name }: { rock: number; uuid: string; name: string },
  { colour, width, height }: Printed,
) {
  site.alter(`UPDATE rock_post_images SET width = ${width}, height = ${height}
      WHERE current_name = '${name}' AND rps_key = (SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}')`);
  const file = ["rocks", String(rock), uuid, "webp", `${name}.webp`];
  await writeFile(
    site.inStore(...file),
    await paint({ colour, width, height }),
  );
}

/** Replaces the picture of a photo that `addAlbum` made. */
export const paintPhoto = async (
  album: string,
  index: number,
  picture: Printed,
) =>
  writeFile(
    site.inStore("albums", album, "webp", `${index}.webp`),
    await paint(picture),
  );

const paint = ({ colour, width, height }: Printed) =>
  plainPicture(width, height, colour);

export async function untilReadyToPrint() {
  await expect(page.getByRole("status")).toHaveText("Ready to print");
  await expect(page.getByRole("button", { name: "Print" })).toBeEnabled();
}

/** Pixels per millimetre. */
export const SHARPNESS = 2;

export interface BookPage {
  text: string;
  drawing: Drawing;
  /** Millimetres. */
  width: number;
  height: number;
}

export async function printBook(format: "A4" | "Letter"): Promise<BookPage[]> {
  await untilReadyToPrint();
  const pdf = await page.pdf({ format, printBackground: true });
  return readPdf(pdf, (pages) =>
    Promise.all(
      pages.map(async ({ text, width, height, draw }) => ({
        // Lines are broken anywhere.
        text: text.replace(/\s+/g, " "),
        width: Math.round(width),
        height: Math.round(height),
        drawing: await draw(SHARPNESS),
      })),
    ),
  );
}

/** The pages on which a colour is, and which part of the page it covers, in millimetres. */
export function findColour(pages: BookPage[], { r, g, b }: Colour) {
  return pages.flatMap(({ drawing: { width, height, data } }, page) => {
    let [left, top, right, bottom] = [width, height, -1, -1];
    let pixels = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 4;
        if (
          Math.abs(data[at]! - r) > TOLERANCE ||
          Math.abs(data[at + 1]! - g) > TOLERANCE ||
          Math.abs(data[at + 2]! - b) > TOLERANCE
        )
          continue;
        pixels += 1;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    if (pixels < PIXELS_MIN) return [];
    return [
      {
        page,
        left: left / SHARPNESS,
        top: top / SHARPNESS,
        width: (right - left + 1) / SHARPNESS,
        height: (bottom - top + 1) / SHARPNESS,
      },
    ];
  });
}

/** Expects a picture whole on one page, inside of its margins, together with some text. */
export function expectWhole(
  pages: BookPage[],
  { colour, width, height }: Printed,
  text: string,
) {
  const places = findColour(pages, colour);
  expect(places, text).toHaveLength(1);
  const [place] = places as [(typeof places)[number]];
  const page = pages[place.page]!;
  expect(page.text).toContain(text);
  // Half a millimetre of a thin edge may be of a mixed colour.
  expect(place.left).toBeGreaterThanOrEqual(15.5);
  expect(place.top).toBeGreaterThanOrEqual(15.5);
  expect(place.left + place.width).toBeLessThanOrEqual(page.width - 15.5);
  expect(place.top + place.height).toBeLessThanOrEqual(page.height - 15.5);
  expect(place.height).toBeGreaterThan(20);
  const slip = Math.abs(place.width - (place.height * width) / height);
  expect(slip, `${text}: ${place.width} × ${place.height}`).toBeLessThan(
    1 + width / height,
  );
}

/** Whether all of a page's edge is white, and whether anything is on the page. */
export function describePage({ drawing: { width, height, data } }: BookPage) {
  const isWhite = (x: number, y: number) =>
    data
      .subarray((y * width + x) * 4, (y * width + x) * 4 + 3)
      .every((value) => value === 255);
  let hasWhiteEdge = true;
  for (let y = 0; y < height; y++)
    hasWhiteEdge &&= isWhite(2, y) && isWhite(width - 3, y);
  let isBlank = true;
  // The page's number is below.
  for (let y = 0; y < height - 16 * SHARPNESS && isBlank; y++)
    for (let x = 0; x < width && isBlank; x++) isBlank = isWhite(x, y);
  return { hasWhiteEdge, isBlank };
}
