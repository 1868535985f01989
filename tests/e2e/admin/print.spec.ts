import type { Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { context, expect, page, test } from "#tests/setup/browser/browser.ts";
import { readCode, readPdf } from "#tests/setup/browser/pdf.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import {
  fill,
  holds,
  press,
  sees,
  seesNo,
} from "#tests/setup/browser/steps.ts";

const PUBLIC_URL = "https://rocks.example.org";
test.use({ siteEnv: { PUBLIC_URL, SITE_NAME: "Wren’s Rocks" } });

/** Pixels per millimetre. */
const SHARPNESS = 12;
const MARGIN = 7;

const printed = (page: Page) =>
  expect(page.locator("html[data-printed]")).toBeAttached();

test.beforeEach(async () => {
  // A headless browser can't print, so the test notes each call of `print`.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = "yes";
    };
  });
  await openAdmin("Jobs");
});

const qrBox = () => page.getByRole("region", { name: "Create QR Codes" });
const multiBox = () => page.getByRole("region", { name: "Print Multi Images" });

/** Clicks a box's Print Preview and waits until the new window prints by itself. Returns the window's page. */
async function preview(box: ReturnType<typeof qrBox>) {
  const opening = page.waitForEvent("popup");
  await press("Print Preview", { in: box });
  const sheet = await opening;
  await printed(sheet);
  return sheet;
}

/** Reads the codes of a printed sheet, by their place from 1, from the drawn page as a phone would. */
async function readSheet(sheet: Page) {
  const pdf = await sheet.pdf({ preferCSSPageSize: true });
  return readPdf(pdf, async (pages) => {
    expect(pages).toHaveLength(1);
    const { width, height, text, draw } = pages[0]!;
    const drawing = await draw(SHARPNESS);
    const label = {
      width: ((width - 2 * MARGIN) / 10) * SHARPNESS,
      height: ((height - 2 * MARGIN) / 11) * SHARPNESS,
    };
    const codes = new Map<number, string>();
    for (let place = 0; place < 110; place++) {
      const code = readCode(drawing, {
        left: Math.round(MARGIN * SHARPNESS + (place % 10) * label.width),
        top: Math.round(
          MARGIN * SHARPNESS + Math.floor(place / 10) * label.height,
        ),
        width: Math.floor(label.width),
        height: Math.floor(label.height),
      });
      if (code !== undefined) codes.set(place + 1, code);
    }
    return {
      width: Math.round(width),
      height: Math.round(height),
      text,
      codes,
    };
  });
}

const codesFrom = (start: number, count: number, position = 1) =>
  new Map(
    Array.from({ length: count }, (_, index) => [
      position + index,
      `${PUBLIC_URL}/qr?r=${start + index}`,
    ]),
  );

test("the range begins at 101, takes 1 to 100000, and its label shows 110 numbers @soak", async () => {
  const box = qrBox();
  const start = box.getByRole("spinbutton", {
    name: "Start of the rock range",
  });
  await expect(start).toHaveValue("101");
  await expect(start).toHaveAttribute("min", "1");
  await expect(start).toHaveAttribute("max", "100000");
  await expect(box.getByRole("status")).toHaveText(
    "Range: 101 to 210 (110 codes)",
  );
  await start.fill("7");
  await expect(box.getByRole("status")).toHaveText(
    "Range: 7 to 116 (110 codes)",
  );
  for (const wrong of ["0", "100001", "", "1.5"]) {
    await start.fill(wrong);
    await sees("A whole number from 1 to 100000.", { in: box });
    await expect(
      box.getByRole("button", { name: "Print Preview" }),
    ).toBeDisabled();
  }
  await start.fill("99999");
  await expect(box.getByRole("status")).toHaveText(
    "Range: 99999 to 100000 (2 codes)",
  );
});

for (const [paper, width, height] of chooseFew([
  ["A4", 210, 297],
  ["Letter", 216, 279],
] as const))
  test(`a sheet of 110 codes prints by itself on one page of ${paper} at true size, and every code can be read`, async () => {
    const box = qrBox();
    await box.getByLabel("Paper").selectOption(paper);
    const sheet = await preview(box);
    await expect(sheet).toHaveTitle(/^QR codes 101–210/);
    await expect(sheet.locator(".label")).toHaveCount(110);
    for (const [index, label] of (
      await sheet.locator(".label").all()
    ).entries())
      if (index % 37 === 0)
        await expect(label.locator("span")).toHaveText([
          "Wren’s Rocks",
          `rock: ${101 + index}`,
        ]);
    const printed = await readSheet(sheet);
    expect([printed.width, printed.height]).toEqual([width, height]);
    expect(printed.codes).toEqual(codesFrom(101, 110));
    expect(printed.text.match(/rock: \d+/g)).toHaveLength(110);
    expect(printed.text.match(/Wren’s Rocks/g)).toHaveLength(110);
  });

test("one label, or all from a position on, use up a sheet that was begun @soak", async () => {
  const box = qrBox();
  await box.getByRole("combobox", { name: "Labels" }).selectOption("One label");
  await fill("Position on the sheet", "57", { in: box });
  await expect(box.getByRole("status")).toHaveText(
    "Range: 101 to 101 (1 code)",
  );
  const one = await readSheet(await preview(box));
  expect(one.codes).toEqual(codesFrom(101, 1, 57));

  await box
    .getByRole("combobox", { name: "Labels" })
    .selectOption("From a position on");
  await fill("Position on the sheet", "103", { in: box });
  await expect(box.getByRole("status")).toHaveText(
    "Range: 101 to 108 (8 codes)",
  );
  const rest = await readSheet(await preview(box));
  expect(rest.codes).toEqual(codesFrom(101, 8, 103));

  await fill("Position on the sheet", "111", { in: box });
  await sees("A whole number from 1 to 110.", { in: box });
});

test("the sheet is printed beside the rocks too, with the same form @soak", async () => {
  await goTo("Rocks");
  await press("Print QR codes");
  const dialog = page.getByRole("dialog", { name: "Print QR codes" });
  await fill("Start of the rock range", "7", { in: dialog });
  const { codes } = await readSheet(await preview(dialog));
  expect(codes).toEqual(codesFrom(7, 110));
  await seesNo("Paint can’t be undone");
  await page.keyboard.press("Escape");
  await expect(
    page.getByRole("button", { name: "Print QR codes" }),
  ).toBeFocused();
});

test("a blocked window says so, for both tools @soak", async () => {
  await page.evaluate(() => {
    window.open = () => null;
  });
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  await press("Print Preview", { in: qrBox() });
  await multiBox().getByLabel("Image").setInputFiles(fixture("photo.webp"));
  await press("Print Preview", { in: multiBox() });
  await expect
    .poll(() => said)
    .toEqual([
      "Popup blocked! Please allow popups and try again.",
      "Popup blocked! Please allow popups and try again.",
    ]);
});

test("an image is shown with its name and size, and fills a page of 768 × 1056 with copies of 100 × 100, and keeps its proportions until both sides are entered", async () => {
  const box = multiBox();
  await holds("Width", "100", { in: box });
  await holds("Height", "100", { in: box });
  await expect(
    box.getByRole("button", { name: "Print Preview" }),
  ).toBeDisabled();
  await box.getByLabel("Image").setInputFiles(fixture("alpha.png"));
  await sees("alpha.png", { in: box });
  await sees(/^Original: 400 × 300$/, { in: box });

  const sheet = await preview(box);
  const images = sheet.getByRole("img");
  await expect(images).toHaveCount(48);
  const sheetBox = await sheet.locator(".page").boundingBox();
  expect([sheetBox?.width, sheetBox?.height]).toEqual([768, 1056]);
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
  await readPdf(
    await sheet.pdf({
      width: "816px",
      height: "1056px",
      printBackground: true,
    }),
    async (pages) => {
      expect(pages).toHaveLength(1);
      const { data, width } = await pages[0]!.draw(4);
      const dark = (x: number, y: number) => {
        const at =
          (Math.round((y / 96) * 25.4 * 4) * width +
            Math.round((x / 96) * 25.4 * 4)) *
          4;
        return data[at]! + data[at + 1]! + data[at + 2]! < 720;
      };
      let found = 0;
      for (const [left = 0, top = 0] of places)
        // The image is wider than high, and is not squashed into the square.
        if (dark(left + 20, top + 30) && !dark(left + 20, top + 15)) found++;
      expect(found).toBe(48);
    },
  );
  await sheet.close();

  const [width, height] = [box.getByLabel("Width"), box.getByLabel("Height")];
  await width.fill("200");
  await expect(height).toHaveValue("150");
  await height.fill("60");
  await expect(width).toHaveValue("200");
  const image = (await preview(box)).getByRole("img").first();
  await expect(image).toHaveCSS("object-fit", "fill");
  await expect(image).toHaveCSS("width", "200px");
});

test("the copies follow the size that is asked for, and none fits if it is too large @soak", async () => {
  const box = multiBox();
  await box.getByLabel("Image").setInputFiles(fixture("photo.webp"));
  await fill("Width", "344", { in: box });
  await fill("Height", "488", { in: box });
  await sees("4 copies on a page", { in: box });
  const sheet = await preview(box);
  await expect(sheet.getByRole("img")).toHaveCount(4);
  await fill("Width", "709", { in: box });
  await sees("No copy of that size fits on the page.", { in: box });
  await expect(
    box.getByRole("button", { name: "Print Preview" }),
  ).toBeDisabled();
});

test("a file that is no image is refused by its name @soak", async () => {
  const box = multiBox();
  await box.getByLabel("Image").setInputFiles({
    name: "list.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await sees("list.png can't be shown by this browser.", { in: box });
  await expect(
    box.getByRole("button", { name: "Print Preview" }),
  ).toBeDisabled();
});
