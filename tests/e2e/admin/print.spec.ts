import type { Locator, Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { notePrints } from "#tests/setup/e2e/pages.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { readCode, readPdf } from "#tests/setup/e2e/pdf.ts";
import {
  fill,
  press,
  pressLink,
  sees,
  seesNo,
} from "#tests/setup/e2e/steps.ts";
import { answerDialogs, goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { chooseFew } from "#tests/setup/seeds.ts";

/** Pixels per millimetre. */
const SHARPNESS = 8;
const MARGIN = 7;

test.beforeEach(async () => {
  site.alter("INSERT INTO site_texts VALUES ('site_name', 'Wren’s Rocks')");
  await notePrints();
  await openAdmin("Jobs");
});

const qrBox = () => page.getByRole("region", { name: "Create QR Codes" });
const multiBox = () => page.getByRole("region", { name: "Print Multi Images" });
const saysRange = (range: string) =>
  expect(qrBox().getByRole("status")).toHaveText(`Range: ${range}`);
const offersNoPrint = (box: Locator) =>
  expect(box.getByRole("button", { name: "Print Preview" })).toBeDisabled();

/** Clicks a box's Print Preview and waits until the new window prints by itself. Returns the window's page. */
async function preview(box: Locator) {
  const opening = page.waitForEvent("popup");
  await press("Print Preview", { in: box });
  const sheet = await opening;
  await expect(sheet.locator("html[data-prints]")).toBeAttached();
  return sheet;
}

/** Reads the codes of a printed sheet, by their place from 1, from the drawn page as a phone would. */
async function readSheet(sheet: Page) {
  const pdf = await sheet.pdf({ preferCSSPageSize: true });
  return readPdf(pdf, async (pages) => {
    expect(pages).toHaveLength(1);
    const { width, height, text, draw } = pages[0]!;
    const drawing = await draw(SHARPNESS);
    const wide = ((width - 2 * MARGIN) / 10) * SHARPNESS;
    const high = ((height - 2 * MARGIN) / 11) * SHARPNESS;
    const codes = new Map<number, string>();
    for (let place = 0; place < 110; place++) {
      const code = readCode(drawing, {
        left: Math.round(MARGIN * SHARPNESS + (place % 10) * wide),
        top: Math.round(MARGIN * SHARPNESS + Math.floor(place / 10) * high),
        width: Math.floor(wide),
        height: Math.floor(high),
      });
      if (code !== undefined) codes.set(place + 1, code);
    }
    return { size: [Math.round(width), Math.round(height)], text, codes };
  });
}

const codesFrom = (
  start: number,
  { count = 110, position = 1, address = site.baseURL } = {},
) =>
  new Map(
    Array.from({ length: count }, (_, index) => [
      position + index,
      `${address}/qr?r=${start + index}`,
    ]),
  );

test("the range begins at 101, takes 1 to 100000, and its label shows 110 numbers @soak", async () => {
  const start = qrBox().getByLabel("Start of the rock range");
  await expect(start).toHaveValue("101");
  await expect(start).toHaveAttribute("type", "number");
  await expect(start).toHaveAttribute("min", "1");
  await expect(start).toHaveAttribute("max", "100000");
  await saysRange("101 to 210 (110 codes)");
  await start.fill("7");
  await saysRange("7 to 116 (110 codes)");
  for (const wrong of ["0", "100001", "", "1.5"]) {
    await start.fill(wrong);
    await sees("A whole number from 1 to 100000.", { in: qrBox() });
    await offersNoPrint(qrBox());
  }
  await start.fill("99999");
  await saysRange("99999 to 100000 (2 codes)");
});

for (const [paper, ...size] of chooseFew([
  ["A4", 210, 297],
  ["Letter", 216, 279],
] as const))
  test(`a sheet of 110 codes prints by itself on one page of ${paper} at true size, and every code can be read`, async () => {
    await qrBox().getByLabel("Paper").selectOption(paper);
    const sheet = await preview(qrBox());
    await expect(sheet).toHaveTitle(/^QR codes 101–210/);
    await expect(sheet.locator(".label")).toHaveCount(110);
    for (const index of [0, 37, 74])
      await expect(
        sheet.locator(".label").nth(index).locator("span"),
      ).toHaveText(["Wren’s Rocks", `rock: ${101 + index}`]);
    const printed = await readSheet(sheet);
    expect(printed.size).toEqual(size);
    expect(printed.codes).toEqual(codesFrom(101));
    expect(printed.text.match(/rock: \d+/g)).toHaveLength(110);
    expect(printed.text.match(/Wren’s Rocks/g)).toHaveLength(110);
  });

test("one label, or all from a position on, use up a sheet that was begun @soak", async () => {
  const box = qrBox();
  const labels = box.getByRole("combobox", { name: "Labels" });
  const position = box.getByLabel("Position on the sheet");
  await labels.selectOption("One label");
  await position.fill("57");
  await saysRange("101 to 101 (1 code)");
  const one = await readSheet(await preview(box));
  expect(one.codes).toEqual(codesFrom(101, { count: 1, position: 57 }));

  await labels.selectOption("From a position on");
  await position.fill("103");
  await saysRange("101 to 108 (8 codes)");
  const rest = await readSheet(await preview(box));
  expect(rest.codes).toEqual(codesFrom(101, { count: 8, position: 103 }));

  await position.fill("111");
  await sees("A whole number from 1 to 110.", { in: box });
});

test.describe("with a public address", () => {
  const address = "https://rocks.example.org";
  test.use({ siteEnv: { PUBLIC_URL: address } });

  test("the rocks lead to the sheet @soak", async () => {
    await goTo("Rocks");
    await pressLink("Print QR codes");
    const box = qrBox();
    await fill("Start of the rock range", "7", { in: box });
    const { codes } = await readSheet(await preview(box));
    expect(codes).toEqual(codesFrom(7, { address }));
    await seesNo("Paint can’t be undone");
    await box.getByLabel("Labels").selectOption("One label");
    const tooWide = await box.locator(".field").evaluateAll((fields) => {
      const endOf = (part: Element) => part.getBoundingClientRect().right;
      return fields
        .map((field) => field.querySelector(".field-label > span")!)
        .filter((label) => endOf(label) > endOf(label.closest(".field")!))
        .map(({ textContent }) => textContent);
    });
    expect(tooWide).toEqual([]);
  });
});

test("a blocked window says so, for both tools @soak", async () => {
  await page.evaluate(() => {
    window.open = () => null;
  });
  const said = answerDialogs();
  await press("Print Preview", { in: qrBox() });
  await multiBox().getByLabel("Image").setInputFiles(fixture("photo.webp"));
  await press("Print Preview", { in: multiBox() });
  await expect
    .poll(() => said)
    .toEqual(
      Array(2).fill("Popup blocked! Please allow popups and try again."),
    );
});

test("an image is shown with its name and size, and fills a page of 768 × 1056 with copies of 100 × 100, and keeps its proportions until both sides are entered", async () => {
  const box = multiBox();
  const [width, height] = [box.getByLabel("Width"), box.getByLabel("Height")];
  await expect(width).toHaveValue("100");
  await expect(height).toHaveValue("100");
  await offersNoPrint(box);
  await box.getByLabel("Image").setInputFiles(fixture("alpha.png"));
  await sees("alpha.png", { in: box });
  await sees(/^Original: 400 × 300$/, { in: box });

  const sheet = await preview(box);
  const images = sheet.getByRole("img");
  await expect(images).toHaveCount(48);
  const paper = await sheet.locator(".page").boundingBox();
  expect([paper?.width, paper?.height]).toEqual([768, 1056]);
  const places = await images.evaluateAll((all) =>
    all.map((image) => {
      const { left, top, width, height } = image.getBoundingClientRect();
      return [left, top, width, height];
    }),
  );
  // Each code has 10 px around it, in a grid that begins 20 px from the page's edges.
  expect(places).toEqual(
    Array.from({ length: 48 }, (_, index) => [
      20 + (index % 6) * 120,
      20 + Math.floor(index / 6) * 120,
      120,
      120,
    ]),
  );
  // The image is wider than high, and is not squashed into the square.
  await expect(images.first()).toHaveCSS("object-fit", "contain");
  const pdf = await sheet.pdf({ width: "816px", height: "1056px" });
  expect(await readPdf(pdf, async (pages) => pages.length)).toBe(1);
  await sheet.close();

  await width.fill("200");
  await expect(height).toHaveValue("150");
  await height.fill("60");
  await expect(width).toHaveValue("200");
  const image = (await preview(box)).getByRole("img").first();
  await expect(image).toHaveCSS("object-fit", "fill");
  await expect(image).toHaveCSS("width", "200px");
});

test("the copies follow the size that is asked for, and none fits if it is too large; a file that is no image is refused by its name @soak", async () => {
  const box = multiBox();
  await box.getByLabel("Image").setInputFiles(fixture("photo.webp"));
  await fill("Width", "344", { in: box });
  await fill("Height", "488", { in: box });
  await sees("4 copies on a page", { in: box });
  const sheet = await preview(box);
  await expect(sheet.getByRole("img")).toHaveCount(4);
  await fill("Width", "709", { in: box });
  await sees("No copy of that size fits on the page.", { in: box });
  await offersNoPrint(box);
  await box.getByLabel("Image").setInputFiles({
    name: "list.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await sees("list.png can't be shown by this browser.", { in: box });
  await offersNoPrint(box);
});
