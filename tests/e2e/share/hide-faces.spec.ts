import type { Blur } from "#core/blurs.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { hasFocus, sees, seesA } from "#tests/setup/e2e/steps.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";
import { fillForm } from "#tests/setup/e2e/share-form.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

const editor = () => page.getByRole("dialog", { name: "Hide faces" });
const face = (name: string) => editor().getByRole("button", { name });
const boxes = () => editor().locator(".faces-box");
const press = (name: string) => editor().getByRole("button", { name }).click();

const blursOf = () =>
  site
    .column("SELECT blurs FROM rock_post_images ORDER BY rpi_key")
    .map((blurs) => JSON.parse(blurs) as Blur[]);

async function sendFind() {
  const fields = { ...ownFields };
  const { uuid } = await site.addFind(fields, ["plain.png", "greyscale.jpg"]);
  await site.untilIdle();
  return uuid;
}

/** A finger, or the mouse, goes from one point of the picture to another; fractions of its sides. */
async function drag(from: [number, number], to: [number, number]) {
  const { x, y, width, height } = (await editor()
    .locator(".faces-stage img")
    .boundingBox())!;
  const at = ([across, down]: [number, number]) =>
    [x + across * width, y + down * height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

const rounded = (blurs: Blur[]) =>
  blurs.map((blur) => blur.map((part) => Number(part.toFixed(1))));

test("on a small phone a finder taps, draws, moves and drops what is hidden, and sends it with the find", async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  const form = await fillForm("Found.", [fixture("plain.png")]);
  await sees("Please hide faces of children.", { in: form });
  await form.getByRole("button", { name: /^Hide faces/ }).click();
  await sees("We found no face.", { in: editor() });

  await drag([0.2, 0.2], [0.2, 0.2]);
  await expect(face("Face 1 of 1, hidden")).toBeFocused();
  await drag([0.5, 0.5], [0.9, 0.9]);
  await expect(face("Face 2 of 2, hidden")).toBeFocused();
  if (isLongRun) await expectAccessible();
  await drag([0.7, 0.7], [0.6, 0.6]);
  await drag([0.2, 0.2], [0.2, 0.2]);
  await expect(face("Face 1 of 2, visible")).toBeVisible();
  await drag([0.1, 0.9], [0.3, 0.7]);
  await expect(boxes()).toHaveCount(3);
  await press("Undo");
  await expect(boxes()).toHaveCount(2);
  // Back asks before it forgets.
  page.once("dialog", (question) => void question.dismiss());
  await page.goBack();
  await expect(editor()).toBeVisible();
  await press("Done");

  await hasFocus("button", "1 face hidden Photo 1 of 1", { in: form });
  await form.getByRole("button", { name: "Submit" }).click();
  await sees("Thank You!");
  expect(blursOf().map(rounded)).toEqual([[[0.4, 0.4, 0.4, 0.4]]]);
});

test("by keys alone a finder hides a face on the find's own page, and a screen reader is told @soak", async () => {
  const uuid = await sendFind();
  await page.goto(`/finds/${uuid}#${FIND_KEY}`);
  const opener = page.getByRole("button", { name: /^Hide faces/ }).first();
  await opener.press("Enter");
  await sees("We found no face.", { in: editor() });
  const add = editor().getByRole("button", { name: "Add" });
  await add.press("Enter");
  await expect(face("Face 1 of 1, hidden")).toBeFocused();
  await add.press("Enter");
  const second = face("Face 2 of 2, hidden");
  await expect(second).toBeFocused();
  for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < 10; step++)
    await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+Tab");
  await expect(face("Face 1 of 2, hidden")).toBeFocused();
  await page.keyboard.press("Space");
  const status = editor().locator(".sr[role=status]");
  await expect(status).toHaveText("Face 1 of 2, visible");
  await page.keyboard.press("Delete");
  await expect(status).toHaveText("Face 1 removed");
  await expect(face("Face 1 of 1, hidden")).toBeFocused();
  await editor().getByRole("button", { name: "Done" }).press("Enter");

  await seesA("button", /^1 face hidden/);
  await sees("Saved.");
  const [[[x, y, width, height] = [0, 0, 0, 0]] = [], second_] = blursOf();
  expect(x + width / 2).toBeCloseTo(0.6, 5);
  expect(height - width).toBeCloseTo(0.1, 1);
  expect(y).toBeLessThan(0.5);
  expect(second_).toEqual([]);
});

test("without what finds faces the admin hides one by hand in the review, and shows the find once the picture is made anew @soak", async () => {
  await sendFind();
  await page.route(/\.wasm$/, (route) => route.abort());
  await openAdmin("Review");
  await page.getByRole("button", { name: /^Hide faces Photograph 1/ }).click();
  await sees("We can’t look for faces on this device.", { in: editor() });
  await drag([0.2, 0.2], [0.6, 0.6]);
  await press("Done");
  await seesA("button", /^1 face hidden Photograph 1/);
  expect(blursOf().map(rounded)).toEqual([[[0.2, 0.2, 0.4, 0.4]], []]);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await sees("Rock 214 is shown.");
});

test("the admin hides a face in the find's dialog, and takes it back @soak", async () => {
  await sendFind();
  await openAdmin("Journey");
  await page.getByRole("button", { name: /^Edit rock 214/ }).click();
  await page.getByRole("button", { name: "Hide faces plain.png" }).click();
  await sees("We found no face.", { in: editor() });
  await press("Add");
  await press("Done");
  const again = page.getByRole("button", { name: "1 face hidden plain.png" });
  await again.click();
  await face("Face 1 of 1, hidden").click();
  await press("Done");
  await seesA("button", "Hide faces plain.png");
  expect(blursOf()).toEqual([[], []]);
});

test("boxes that somebody has drawn meanwhile are put beside those of the review, and nothing is overwritten unseen", async () => {
  const uuid = await sendFind();
  await openAdmin("Review");
  await page.getByRole("button", { name: /^Hide faces Photograph 1/ }).click();
  await sees("We found no face.", { in: editor() });
  await drag([0.2, 0.2], [0.6, 0.6]);
  const [name] = site.column(
    "SELECT current_name FROM rock_post_images ORDER BY rpi_key",
  );
  const corrected = await site.fetch(`/api/finds/${uuid}`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${FIND_KEY}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ images: [{ name, blurs: [[0.7, 0.7, 0.2, 0.2]] }] }),
  });
  expect(corrected.status).toBe(200);
  await press("Done");
  await sees("Somebody has changed what is hidden meanwhile.", {
    in: editor(),
  });
  await expect(face("Face 2 of 2, hidden")).toBeVisible();
  await press("Done");
  await seesA("button", /^2 faces hidden Photograph 1/);
  expect(blursOf()[0]).toHaveLength(2);
});
