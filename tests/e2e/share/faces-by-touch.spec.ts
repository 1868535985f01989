import sharp from "sharp";
import { expect, page, test } from "#tests/setup/e2e/test.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";
import { fillForm, openForm } from "#tests/setup/e2e/share-form.ts";
import { sees } from "#tests/setup/e2e/steps.ts";

test.use({
  hasTouch: true,
  viewport: { width: 390, height: 780 },
  serviceWorkers: "block",
});

const editor = () => page.getByRole("dialog", { name: "Hide faces" });
const boxes = (hidden = true) =>
  editor().locator(`.faces-box[data-hidden="${hidden}"]`);
const press = (name: string) => editor().getByRole("button", { name }).tap();
const open = () => page.getByRole("button", { name: /Photo 1 of 1$/ }).tap();

/** In its lower half are five faces in a row. */
const SCREENSHOT =
  "node_modules/@vladmandic/human/assets/screenshot-facedetect.jpg";

/** Five faces, and below them nothing. */
async function takeFaces() {
  const row = { left: 0, top: 343, width: 794, height: 158 };
  const buffer = await sharp(SCREENSHOT)
    .extract(row)
    .resize(1588)
    .extend({ bottom: 1000, background: "#58616b" })
    .jpeg()
    .toBuffer();
  return { name: "faces.jpg", mimeType: "image/jpeg", buffer };
}

/** @param at fractions of the picture's sides */
async function tap(...at: [number, number]) {
  const image = editor().locator(".faces-stage img");
  const { x, y, width, height } = (await image.boundingBox())!;
  await page.touchscreen.tap(x + at[0] * width, y + at[1] * height);
}

test("a tap hides a face, and faces that are found after Undo, Done and a new tab are proposed as hidden", async () => {
  const find = await holdBack(/\.wasm$/);
  await fillForm("Found.", [await takeFaces()]);
  await open();
  await sees("Looking for faces…", { in: editor() });
  await tap(0.3, 0.8);
  await expect(boxes()).toHaveCount(1);
  await tap(0.7, 0.8);
  await expect(boxes()).toHaveCount(2);
  await press("Undo");
  await press("Done");
  // The draft knows that nobody has seen what is found.
  await openForm();
  await open();
  await tap(0.7, 0.8);
  await expect(boxes()).toHaveCount(2);
  find();
  await sees("7 faces", { in: editor() });
  await expect(boxes()).toHaveCount(7);
  await press("Undo");
  await expect(boxes()).toHaveCount(6);

  await tap(0.3, 0.8);
  await expect(boxes(false)).toHaveCount(1);
  await press("Done");
  await open();
  await sees("5 faces", { in: editor() });
  await expect(boxes()).toHaveCount(5);
});
