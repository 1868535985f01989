import { readFileSync } from "node:fs";
import type { Locator } from "playwright/test";
import { callAsAdmin } from "#tests/setup/calls/admin.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { untilAlive } from "#tests/setup/e2e/pages.ts";
import { expectNothingWider } from "#tests/setup/e2e/screens.ts";
import {
  files,
  fillFields,
  fillForm,
  findsOf,
  openForm,
  PICTURE,
  submit,
  submitFind,
  thanks,
} from "#tests/setup/e2e/share-form.ts";
import {
  fill,
  hasFocus,
  holds,
  leadsTo,
  press,
  says,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";

test("'Upload Your Rock' is on the first screen of /share-your-rock, however small", async () => {
  await page.goto("/share-your-rock");
  const upload = page.getByRole("button", { name: "Upload Your Rock" });
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(upload).toBeInViewport({ ratio: 1 });
    await expectNothingWider();
  }
});

const picture = (name: string, bytes = 1000) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.alloc(bytes, 1),
});

const FIELDS = {
  "Rock Number": ["type", "number", "min", "0", "required", ""],
  Location: ["required", ""],
  Comment: ["required", ""],
  Name: ["autocomplete", "name"],
  Email: ["autocomplete", "email", "type", "email"],
};

test("the form's fields are there with their types, defaults, hints and limits, and Submit waits for what is required", async () => {
  const form = await openForm();
  for (const [label, attributes] of Object.entries(FIELDS))
    for (let at = 0; at < attributes.length; at += 2)
      await expect(form.getByLabel(label)).toHaveAttribute(
        attributes[at]!,
        attributes[at + 1]!,
      );
  for (const label of ["Name", "Email"])
    await expect(form.getByLabel(label)).not.toHaveAttribute("required");
  await expect(
    form.getByPlaceholder("Enter 0 if the number is not visible"),
  ).toBeVisible();
  await sees("we may contact you", { in: form });
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await holds("Date", today, { in: form });
  await sees("0 of 5", { in: form });
  await seesA("button", "Select Images", { in: form });
  await expect(files(form)).toHaveAttribute("accept", /image\/\*/);
  await leadsTo("/privacy", /^Privacy/, { in: form });

  await fillFields(form, "On the harbour wall.");
  await expect(submit(form)).toBeEnabled();
  for (const [label, blank, value] of [
    ["Rock Number", "", "214"],
    ["Location", "   ", "Anstruther"],
    ["Comment", "   ", "On the harbour wall."],
  ] as const) {
    await fill(label, blank, { in: form });
    await expect(submit(form)).toBeDisabled();
    await fill(label, value, { in: form });
    await expect(submit(form)).toBeEnabled();
  }
  await press(/^Remove image 1/, { in: form });
  await expect(submit(form)).toBeDisabled();
});

test("the form's fields have an e-mail address checked as the browser does, and a number of 0 at least @soak", async () => {
  const form = await fillForm("On the harbour wall.");
  await fill("Email", "nobody", { in: form });
  await submit(form).click();
  await says("alert", "That does not look like an e-mail address.", {
    in: form,
  });
  await expect(form.getByLabel("Email")).toBeFocused();
  await fill("Email", "", { in: form });
  await fill("Rock Number", "-1", { in: form });
  await submit(form).click();
  await says("alert", "A rock number is a whole number from 0 to 100000.", {
    in: form,
  });
  await expect(form.getByLabel("Rock Number")).toBeFocused();
});

test("the form's fields are marked if they are required, for readers of the screen too, as in every form @soak", async () => {
  const marked = (within: Locator) =>
    within
      .locator(".field-label > span")
      .filter({ hasText: "*" })
      .evaluateAll((labels) =>
        labels.map((label) => {
          const [text, mark] = label.children as unknown as HTMLElement[];
          const isBeside = mark!.offsetTop === text!.offsetTop;
          return `${text!.textContent.trim()}${isBeside ? "" : ", its mark below it"}`;
        }),
      );
  const form = await openForm();
  expect(await marked(form)).toEqual([
    "Rock Number",
    "Images",
    "Location",
    "Comment",
  ]);
  await expect(
    form.getByRole("group", { name: "Images" }),
  ).toHaveAccessibleDescription("required");
  await page.goto("/login");
  expect(await marked(page.locator("main"))).toEqual(["Username", "Password"]);
});

test.describe("the form's images", () => {
  const NOT_IMAGES = "Only image files are allowed (.jpg, .png, .heic, etc).";
  const TOO_MANY = "You can only upload up to 5 images.";

  test("are taken by their name, or without an ending, if a phone gives no type, and raw ones are not @soak", async () => {
    const form = await openForm();
    const buffer = readFileSync(PICTURE);
    const untyped = "application/octet-stream";
    await files(form).setInputFiles([
      { name: "1000012345", mimeType: untyped, buffer },
      { name: "a.JPE", mimeType: untyped, buffer },
      { name: "b.jfif", mimeType: "", buffer },
    ]);
    await sees("3 of 5", { in: form });
    for (const [name, mimeType, said] of [
      ["notes.bin", untyped, NOT_IMAGES],
      ["c.jpg", "text/plain", NOT_IMAGES],
      ["d.DNG", "image/x-adobe-dng", "Please send it as JPEG or HEIC."],
      ["e.cr2", "", "Please send it as JPEG or HEIC."],
    ] as const) {
      const other = { name, mimeType, buffer: Buffer.from("Not a picture.") };
      await files(form).setInputFiles(other);
      await says("alert", said, { in: form });
      await sees("3 of 5", { in: form });
    }
  });

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, isMobile: true });

    test("come from the camera or from the gallery", async () => {
      const form = await openForm();
      for (const [button, isOfCamera] of [
        ["Take a photo", true],
        ["Select Images", false],
      ] as const) {
        const opened = page.waitForEvent("filechooser");
        await form.getByRole("button", { name: button }).press("Enter");
        const chooser = await opened;
        expect(chooser.isMultiple()).toBe(!isOfCamera);
        expect(await files(form).getAttribute("capture")).toBe(
          isOfCamera ? "environment" : null,
        );
        await chooser.setFiles(PICTURE);
      }
      await sees("2 of 5", { in: form });
    });
  });

  test("are refused whole where one file is none, or where they are more than five", async () => {
    const form = await openForm();
    const text = Buffer.from("x");
    await files(form).setInputFiles([
      picture("a.jpg"),
      { name: "notes.txt", mimeType: "text/plain", buffer: text },
    ]);
    await says("alert", NOT_IMAGES, { in: form });
    await sees("0 of 5", { in: form });
    const four = [1, 2, 3, 4].map((n) => picture(`${n}.jpg`));
    await files(form).setInputFiles(four);
    await expect(form.getByRole("alert")).toHaveCount(0);
    await files(form).setInputFiles([picture("5.jpg"), picture("6.jpg")]);
    await says("alert", TOO_MANY, { in: form });
    await sees("4 of 5", { in: form });
    await press(/^Remove image 2/, { in: form });
    await expect(form.getByRole("alert")).toHaveCount(0);
    await files(form).setInputFiles([picture("5.jpg"), picture("6.jpg")]);
    await sees("5 of 5", { in: form, exact: true });
  });

  test("are no longer asked for once there are five, and the focus stays with them @soak", async () => {
    const form = await openForm();
    const select = form.getByRole("button", { name: "Select Images" });
    await select.focus();
    await files(form).setInputFiles(
      [1, 2, 3, 4, 5].map((n) => picture(`${n}.jpg`)),
    );
    await sees("5 of 5", { in: form, exact: true });
    await expect(select).toHaveCount(0);
    await hasFocus("group", "Images", { in: form });
    await form.getByRole("button", { name: /^Remove image 2/ }).press("Enter");
    await expect(select).toBeFocused();
  });

  test("are told at once where one is larger than the site takes @soak", async () => {
    await callAsAdmin("PUT", "/settings", { UPLOAD_MAX_MB: "2" });
    const form = await openForm();
    await files(form).setInputFiles(picture("large.jpg", 2 * 1_048_576 + 1));
    await says("alert", "An image can have 2 MB at most.", { in: form });
    await sees("0 of 5", { in: form });
    await callAsAdmin("PUT", "/settings", { UPLOAD_MAX_MB: null });
  });
});

test("'Thank You!' does not say that somebody looks at the find when nobody has to @soak", async () => {
  await callAsAdmin("PUT", "/settings", { MODERATION: "off" });
  await submitFind("By the wall.");
  await expect(thanks()).toContainText("Your find has its own page");
  await expect(thanks()).not.toContainText("Somebody looks");
  expect(site.query("SELECT show FROM rock_posts")).toEqual([{ show: 1 }]);
  await callAsAdmin("PUT", "/settings", { MODERATION: null });
});

test("what was entered is still there after a reload and in a new tab, photos too; gone when it has been sent", async () => {
  const form = await fillForm("Kept over a reload.");
  await page.reload();
  await press("Upload Your Rock");
  await sees("What you had entered is still here.", { in: form });
  await holds("Rock Number", "214", { in: form });
  await page.close();

  const other = await context.newPage();
  const again = await openForm(other);
  await holds("Comment", "Kept over a reload.", { in: again });
  await sees("1 of 5", { in: again });
  await submit(again).click();
  await expect(thanks(other)).toBeVisible();
  expect(findsOf("Kept over a reload.")).toHaveLength(1);
  await other.reload();
  await press("Upload Your Rock", { in: other });
  await holds("Comment", "", { in: again });
  await sees("0 of 5", { in: again });
});

test("what was entered is kept, photos too, when a slow phone leaves the page at once", async () => {
  const form = await openForm();
  const devTools = await context.newCDPSession(page);
  const slowDown = (rate: number) =>
    devTools.send("Emulation.setCPUThrottlingRate", { rate });
  await fill("Comment", "Just before.", { in: form });
  await slowDown(20);
  await files(form).setInputFiles(PICTURE);
  await sees("1 of 5", { in: form });
  await page.reload({ waitUntil: "commit" });
  await slowDown(1);
  await untilAlive(page);
  await press("Upload Your Rock");
  await sees("1 of 5", { in: form });
});

test("what was entered goes when the visitor starts afresh @soak", async () => {
  const form = await fillForm("Not this.");
  await page.reload();
  await press("Upload Your Rock");
  await press("Start afresh", { in: form });
  await holds("Comment", "", { in: form });
  await page.reload();
  await press("Upload Your Rock");
  await sees("0 of 5", { in: form });
  await holds("Comment", "", { in: form });
});
