import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { type Drawing, readCode, readPdf } from "#tests/setup/e2e/pdf.ts";
import { plainPicture } from "#tests/setup/plain-picture.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";
import { holdBack, notePrints, visit } from "#tests/setup/e2e/pages.ts";
import { pressLink, says } from "#tests/setup/e2e/steps.ts";

const PUBLIC_URL = "https://rocks.example.org";
test.use({ siteEnv: { PUBLIC_URL, MEMORIAL_NAME: "Wren" } });

const LEVELS = [40, 130, 220];
/** Each far from the others, from white and from the map's colours, so that a picture is found by its colour. */
const COLOURS = LEVELS.flatMap((r) =>
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
const paint = async (file: string, { colour, width, height }: Picture) =>
  writeFile(file, await plainPicture(width, height, colour));

async function untilReadyToPrint() {
  await says("status", "Ready to print");
  await expect(page.getByRole("button", { name: "Print" })).toBeEnabled();
}

/**
 * Prints the book that is open on each paper. Expects a white edge around each page, something on it, each picture
 * once behind the title, and at the end a code that leads to an address. Returns the texts of each book's pages.
 */
async function printBooks(pictures: Picture[], address: string) {
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

const wide = { width: 1200, height: 800 };
const tall = { width: 800, height: 1200 };
const panorama = { width: 2000, height: 500 };
const square = { width: 900, height: 900 };
const LONG = "We walked all the way around, in the rain. ".repeat(55).trim();

const FAR = `${"Far behind the last house ".repeat(7)}of all of Paris`;

/** A journey with every number and shape of pictures. */
const JOURNEY = [
  { location: "Lisbon", shapes: [wide], at: [38.72, -9.14] },
  { location: "A drawer", shapes: [] },
  { location: "Madrid", shapes: [tall, wide], comment: LONG, at: [40.4, -3.7] },
  { location: FAR, shapes: [tall, tall, wide], at: [48.86, 2.35] },
  { location: "Berne", shapes: [panorama, wide, tall, wide, square] },
  { location: "Another drawer", shapes: [] },
  { location: "A third drawer", shapes: [] },
  { location: "Rome", shapes: [tall], at: [41.9, 12.5] },
] satisfies {
  location: string;
  shapes: { width: number; height: number }[];
  comment?: string;
  at?: [number, number];
}[];

const commentOf = (index: number) => `It lay at place ${index + 1}.`;

/** Adds the journey of rock 7. Returns its pictures. */
async function addJourney() {
  const uuids = await addPosts(site, [
    ...JOURNEY.map(({ location, shapes, at, comment }, index) => ({
      rock: 7,
      date: `2026-0${index + 1}-01`,
      location,
      comment: comment ?? commentOf(index),
      at,
      pictures: shapes.length,
    })),
    { rock: 7, location: "Hidden place", show: false, pictures: 1 },
  ]);
  const colours = [...COLOURS];
  const pictures = JOURNEY.flatMap(({ location, shapes }, find) =>
    shapes.map((shape, index) => ({
      ...{ ...shape, colour: colours.pop()!, beside: location },
      ...{ uuid: uuids[find]!, name: `p${index + 1}` },
    })),
  );
  for (const { uuid, name, ...picture } of pictures) {
    site.alter(`UPDATE rock_post_images SET width = ${picture.width}, height = ${picture.height}
       WHERE current_name = '${name}' AND rps_key = (SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}')`);
    await paint(
      site.inStore("rocks", "7", uuid, "webp", `${name}.webp`),
      picture,
    );
  }
  return pictures;
}

test("a rock's journey prints whole, at A4 and Letter @soak", async () => {
  const pictures = await addJourney();
  await page.goto("/rocks/7/print");
  for (const texts of await printBooks(pictures, `${PUBLIC_URL}/rocks/7`)) {
    expect(texts[0]).toMatch(/Wren's Rock: 7 1 Jan 2026 – 1 Aug 2026/);
    expect(texts[0]).toContain("In memory of Wren");
    expect(texts[1]).toMatch(/The journey Distance travelled [\d,]+ km/);
    expect(texts[1]).toContain("Portugal, Spain, France, Italy");
    // Title, journey, end, a page for each find with pictures and for each row without, and the rest of the long comment.
    expect(texts).toHaveLength(3 + 5 + 2 + 1);
    const all = texts.join(" ");
    const order = JOURNEY.map(({ location }) => all.indexOf(location));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    for (const [index, { comment }] of JOURNEY.entries())
      if (!comment) expect(all).toContain(commentOf(index));
    expect(all).toContain(LONG.slice(-60));
    expect(all).not.toMatch(/Hidden place|Track The Rocks|Back to|Print/);
  }
});

test("the numbers on a journey's map are those of its finds, and close stops share one @soak", async () => {
  await addJourney();
  await addPosts(site, [
    { rock: 7, date: "2026-09-01", at: [41.91, 12.49], precision: 10_000 },
    { rock: 7, date: "2026-09-02", at: [38.7, -9.1] },
  ]);
  await page.goto("/rocks/7/print");
  await expect(page.locator(".book-mark")).toHaveText([
    "1, 10",
    "3",
    "4",
    "8, 9",
  ]);
  await expect(page.locator(".book-mark--newest")).toHaveText("1, 10");
  const data = await (await page.request.get("/rocks/7/print.data")).text();
  expect(data).not.toMatch(/latitude|41\.91|Hidden place/);
});

const PHOTOS = [
  { title: "Boots", shape: wide },
  { title: "Puddle", shape: wide },
  { title: "Tower", shape: tall },
  { title: "Coast", shape: panorama },
  { title: "Window", shape: square },
  { title: "Told at length", shape: wide, desc: LONG.slice(0, 600) },
  { title: "A whole story", shape: tall, desc: LONG.slice(0, 2000) },
  { title: "Home", shape: wide },
];

/** Adds an album of every shape. Returns its key and its pictures with their captions. */
async function addPhotos(name: string) {
  const { pa_key, photos } = await addAlbum(site, {
    name,
    title: "Rainy days",
    desc: "All of one autumn.",
    photos: [
      ...PHOTOS.map(({ title, shape }) => ({ title, ...shape })),
      { title: "Hidden photo", show: false },
    ],
  });
  const pictures = PHOTOS.map(({ title, shape }, index) => ({
    ...shape,
    colour: COLOURS[index]!,
    beside: title,
  }));
  for (const [index, picture] of pictures.entries()) {
    await paint(site.inStore("albums", name, "webp", `${index}.webp`), picture);
    site.alter(
      `UPDATE photos SET date = '2025-10-${10 + index}', "desc" = '${PHOTOS[index]!.desc ?? ""}' WHERE p_key = ${photos[index]}`,
    );
  }
  return { pa_key, pictures };
}

test("an album prints one or two photos a page, each with its caption, at A4 and Letter @soak", async () => {
  const { pa_key, pictures } = await addPhotos("print");
  await page.goto(`/photos/${pa_key}/print`);
  const address = `${PUBLIC_URL}/photos?album=${pa_key}`;
  for (const texts of await printBooks(pictures, address)) {
    expect(texts[0]).toContain(
      "Rainy days 10 Oct 2025 – 17 Oct 2025 All of one autumn.",
    );
    expect(texts[1]).toMatch(/Boots 10 Oct 2025 Puddle 11 Oct 2025/);
    expect(texts[2]).toMatch(/^3 Tower 12 Oct 2025/);
    expect(texts[3]).toMatch(/^4 Coast 13 Oct 2025 Window 14 Oct 2025/);
    expect(texts).toHaveLength(8);
    expect(texts.join(" ")).not.toMatch(/Hidden photo|Track The Rocks/);
  }
});

test("a book prints black on white in dark mode, and has nothing that axe finds @soak", async () => {
  await addJourney();
  const { pa_key } = await addPhotos("dark");
  for (const path of [`/photos/${pa_key}/print`, "/rocks/7/print"]) {
    await page.goto(path);
    await untilReadyToPrint();
    await expectAccessible();
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await printBooks([], `${PUBLIC_URL}/rocks/7`);
});

test("Print waits for all pictures, says so, works by keyboard, and tells of one that can't be loaded @soak", async () => {
  await notePrints();
  await addJourney();
  const release = await holdBack(/\/media\/rocks\/7\/.*p5\.webp/);
  await page.goto("/rocks/7/print", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Print" });
  await says("status", "Loading 13 pictures…");
  await expect(button).toBeDisabled();

  release();
  await untilReadyToPrint();
  await expect(page.locator("html")).not.toHaveAttribute("data-prints");
  await button.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-prints", "1");

  await page.route(/p5\.webp/, (route) => route.abort());
  await page.goto("/rocks/7/print");
  await says(
    "status",
    "1 of 13 pictures could not be loaded. Reload the page to try again.",
  );
  await expect(button).toBeEnabled();
});

test("rock and album lead to their books, and the books back @soak", async () => {
  await addJourney();
  const { pa_key } = await addPhotos("back");
  for (const [path, name] of [
    ["/rocks/7", "Back to the rock"],
    [`/photos?album=${pa_key}`, "Back to the album"],
  ] as const) {
    await visit(path);
    await pressLink("Print as a book");
    await untilReadyToPrint();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute(
      "content",
      "noindex",
    );
    await pressLink(name);
    await expect(page).toHaveURL(path);
  }
});
