import { readFileSync } from "node:fs";
import { fixture } from "#tests/fixtures/index.ts";
import type { Locator } from "playwright/test";
import {
  expect,
  page,
  test,
  seesA,
  sees,
  press,
} from "#tests/setup/browser/browser.ts";
import {
  files,
  fill,
  openForm,
  PICTURE,
  submit,
} from "#tests/setup/browser/share-form.ts";

test.use({ siteEnv: { UPLOAD_MAX_MB: "2" } });

const picture = (name: string, bytes = 1000) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.alloc(bytes, 1),
});

test.describe("the page", () => {
  test("has hero, heading, the memorial's name, instructions, the free-rock callout and four ways to send", async () => {
    await page.goto("/share-your-rock");
    await expect(page.locator(".hero img")).toHaveAttribute(
      "src",
      "/media/bkg/rock_bkg.webp",
    );
    await seesA("heading", "Share Your Rock");
    await expect(
      page.getByRole("region", { name: "Robin's Rocks" }).getByRole("button", {
        name: "Upload Your Rock",
      }),
    ).toBeVisible();
    await expect(page.locator(".share-steps b")).toHaveText([
      "Take it somewhere new",
      "Photograph it there",
      "Leave it, and share it",
    ]);
    await sees("anywhere in the world, for free");
    const ways = page.getByRole("region", { name: "How to send it" });
    await expect(ways.getByRole("link", { name: "here" })).toBeVisible();
    await expect(
      ways.getByRole("link", { name: "hello@example.org" }),
    ).toBeVisible();
    await expect(ways.getByText("our social group")).toBeVisible();
    await ways.getByRole("link", { name: "here" }).click();
    await seesA("dialog", "Upload Your Rock");
  });

  test("has a second modal, 'Request a free rock', that says what to write by e-mail @soak", async () => {
    await page.goto("/share-your-rock");
    await press("Request a free rock");
    const modal = page.getByRole("dialog", { name: "Request a free rock" });
    await expect(modal).toContainText("name and address");
    await expect(
      modal.getByRole("link", { name: "Write an e-mail" }),
    ).toHaveAttribute("href", /^mailto:hello@example\.org\?subject=/);
    await modal.getByRole("button", { name: "Close" }).click();
    await expect(modal).toBeHidden();
  });
});

test.describe("the form's fields", () => {
  test("are there with their types, defaults, hints and limits", async () => {
    const form = await openForm(page);
    const number = form.getByLabel("Rock Number");
    await expect(number).toHaveAttribute("type", "number");
    await expect(number).toHaveAttribute("min", "0");
    await expect(number).toHaveAttribute(
      "placeholder",
      "Enter 0 if the number is not visible",
    );
    for (const label of ["Rock Number", "Location", "Comment"])
      await expect(form.getByLabel(label)).toHaveAttribute("required", "");
    for (const label of ["Name", "Email"])
      await expect(form.getByLabel(label)).not.toHaveAttribute("required");
    await expect(form.getByLabel("Email")).toHaveAttribute("type", "email");
    for (const label of ["Name", "Email"])
      await expect(form.getByLabel(label)).toHaveAttribute(
        "autocomplete",
        label.toLowerCase(),
      );
    await expect(form.getByText("we may contact you")).toBeVisible();
    const today = await page.evaluate(() => {
      const now = new Date();
      return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-");
    });
    await expect(form.getByLabel("Date")).toHaveValue(today);
    await expect(form.getByText("0 of 5")).toBeVisible();
    await expect(
      form.getByRole("button", { name: "Select Images" }),
    ).toBeVisible();
    await expect(files(form)).toHaveAttribute("accept", /image\/\*/);
    await expect(form.getByRole("link", { name: /^Privacy/ })).toHaveAttribute(
      "href",
      "/privacy",
    );
  });

  test("have the number of ?r=N where it is all digits, and nothing else @soak", async () => {
    for (const [r, value] of [
      ["77", "77"],
      ["12a", ""],
      ["-3", ""],
    ] as const) {
      const form = await openForm(page, `/share-your-rock?r=${r}`);
      await expect(form.getByLabel("Rock Number")).toHaveValue(value);
    }
  });

  test("let Submit be pressed only when number, location and comment are more than blanks and there is an image", async () => {
    const form = await openForm(page);
    await fill(form);
    await expect(submit(form)).toBeEnabled();
    for (const label of ["Rock Number", "Location", "Comment"]) {
      const before = await form.getByLabel(label).inputValue();
      await form.getByLabel(label).fill(label === "Rock Number" ? "" : "   ");
      await expect(submit(form)).toBeDisabled();
      await form.getByLabel(label).fill(before);
      await expect(submit(form)).toBeEnabled();
    }
    await form.getByRole("button", { name: /^Remove image 1/ }).click();
    await expect(submit(form)).toBeDisabled();
  });

  test("have an e-mail address checked as the browser does, and a number of 0 at least @soak", async () => {
    const form = await openForm(page);
    await fill(form);
    await form.getByLabel("Email").fill("nobody");
    await submit(form).click();
    await expect(form.getByRole("alert")).toHaveText(
      "That does not look like an e-mail address.",
    );
    await expect(form.getByLabel("Email")).toBeFocused();
    await form.getByLabel("Email").fill("");
    await form.getByLabel("Rock Number").fill("-1");
    await submit(form).click();
    await expect(form.getByRole("alert")).toHaveText(
      "A rock number is a whole number from 0 to 100000.",
    );
    await expect(form.getByLabel("Rock Number")).toBeFocused();
  });

  test("are marked if they are required, for readers of the screen too, as in every form @soak", async () => {
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
    const form = await openForm(page);
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
    expect(await marked(page.locator("main"))).toEqual([
      "Username",
      "Password",
    ]);
  });
});

test.describe("the form's images", () => {
  const NOT_IMAGES = "Only image files are allowed (.jpg, .png, .heic, etc).";
  const TOO_MANY = "You can only upload up to 5 images.";

  test("are counted, previewed, and removed one by one", async () => {
    const form = await openForm(page);
    await files(form).setInputFiles([PICTURE, fixture("plain.png")]);
    await expect(form.getByText("2 of 5")).toBeVisible();
    await expect(form.locator(".tiles img")).toHaveCount(2);
    await form.getByRole("button", { name: /^Remove image 1/ }).click();
    await expect(form.getByText("1 of 5")).toBeVisible();
    await expect(form.locator(".tiles img")).toHaveAttribute(
      "alt",
      "Photo 1 of 1",
    );
  });

  test("are refused whole where one file is none, and the message goes with the next good choice", async () => {
    const form = await openForm(page);
    await files(form).setInputFiles([
      picture("a.jpg"),
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await expect(form.getByRole("alert")).toHaveText(NOT_IMAGES);
    await expect(form.getByText("0 of 5")).toBeVisible();
    await files(form).setInputFiles(PICTURE);
    await expect(form.getByRole("alert")).toHaveCount(0);
  });

  test("are taken by their name or first bytes if a phone gives no type, and raw ones are not @soak", async () => {
    const form = await openForm(page);
    const buffer = readFileSync(PICTURE);
    const untyped = "application/octet-stream";
    await files(form).setInputFiles([
      { name: "1000012345", mimeType: untyped, buffer },
      { name: "a.JPE", mimeType: untyped, buffer },
      { name: "b.jfif", mimeType: "", buffer },
    ]);
    await expect(form.getByText("3 of 5")).toBeVisible();
    for (const [name, mimeType, said] of [
      ["notes", untyped, NOT_IMAGES],
      ["c.jpg", "text/plain", NOT_IMAGES],
      ["d.DNG", "image/x-adobe-dng", "Please send it as JPEG or HEIC."],
      ["e.cr2", "", "Please send it as JPEG or HEIC."],
    ] as const) {
      const other = { name, mimeType, buffer: Buffer.from("Not a picture.") };
      await files(form).setInputFiles(other);
      await expect(form.getByRole("alert")).toContainText(said);
      await expect(form.getByText("3 of 5")).toBeVisible();
    }
  });

  test("are not taken by a camera at a desk @soak", async () => {
    const form = await openForm(page);
    await expect(
      form.getByRole("button", { name: "Take a photo" }),
    ).toHaveCount(0);
  });

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, isMobile: true });

    test("come from the camera or from the gallery @soak", async () => {
      const form = await openForm(page);
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
      await expect(form.getByText("2 of 5")).toBeVisible();
    });
  });

  test("are taken as .heic and .heif though their type is not known, and stand there by name @soak", async () => {
    const form = await openForm(page);
    await files(form).setInputFiles([
      { name: "IMG_1.HEIC", mimeType: "", buffer: Buffer.from("heic") },
      { name: "b.heif", mimeType: "", buffer: Buffer.from("heif") },
    ]);
    await expect(form.getByText("2 of 5")).toBeVisible();
    await expect(form.locator(".tile-named")).toHaveText([
      "IMG_1.HEIC",
      "b.heif",
    ]);
  });

  test("are five at most: a choice that exceeds them is refused whole, until one is removed", async () => {
    const form = await openForm(page);
    const four = [1, 2, 3, 4].map((n) => picture(`${n}.jpg`));
    await files(form).setInputFiles(four);
    await files(form).setInputFiles([picture("5.jpg"), picture("6.jpg")]);
    await expect(form.getByRole("alert")).toHaveText(TOO_MANY);
    await expect(form.getByText("4 of 5")).toBeVisible();
    await form.getByRole("button", { name: /^Remove image 2/ }).click();
    await expect(form.getByRole("alert")).toHaveCount(0);
    await files(form).setInputFiles([picture("5.jpg"), picture("6.jpg")]);
    await expect(form.getByText("5 of 5")).toBeVisible();
  });

  test("are no longer asked for once there are five, and the focus stays with them @soak", async () => {
    const form = await openForm(page);
    const select = form.getByRole("button", { name: "Select Images" });
    await select.focus();
    await files(form).setInputFiles(
      [1, 2, 3, 4, 5].map((n) => picture(`${n}.jpg`)),
    );
    await expect(form.getByText("5 of 5")).toBeVisible();
    await expect(select).toHaveCount(0);
    await expect(form.getByRole("group", { name: "Images" })).toBeFocused();
    await form.getByRole("button", { name: /^Remove image 2/ }).press("Enter");
    await expect(select).toBeFocused();
  });

  test("are told at once where one is larger than the site takes @soak", async () => {
    const form = await openForm(page);
    await files(form).setInputFiles(picture("large.jpg", 2 * 1_048_576 + 1));
    await expect(form.getByRole("alert")).toHaveText(
      "An image can have 2 MB at most.",
    );
    await expect(form.getByText("0 of 5")).toBeVisible();
  });
});
