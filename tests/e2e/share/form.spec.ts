import type { Locator, Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { query } from "#tests/setup/calls/site-calls.ts";
import { expect, test } from "#tests/setup/browser/browser.ts";
import type { Site } from "#tests/setup/processes/site.ts";

test.use({ siteEnv: { UPLOAD_MAX_MB: "2" } });

const PICTURE = fixture("orientation-6.jpg");

async function openForm(page: Page, path = "/share-your-rock") {
  await page.goto(path);
  await page.getByRole("button", { name: "Upload Your Rock" }).click();
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(form).toBeVisible();
  return form;
}

const files = (form: Locator) => form.locator('input[type="file"]');
const submit = (form: Locator) => form.getByRole("button", { name: "Submit" });

async function fill(form: Locator, comment = "On the harbour wall.") {
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location").fill("Anstruther");
  await form.getByLabel("Comment").fill(comment);
  await files(form).setInputFiles(PICTURE);
  await expect(form.getByText("1 of 5")).toBeVisible();
}

const picture = (name: string, bytes = 1000) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.alloc(bytes, 1),
});

const findsOf = (site: Site, comment: string) =>
  query<Record<string, unknown>>(
    site,
    `SELECT * FROM rock_posts WHERE comment = '${comment}'`,
  );

test.describe("the page", () => {
  test("has hero, heading, the memorial's name, instructions, the free-rock callout and four ways to send", async ({
    page,
  }) => {
    await page.goto("/share-your-rock");
    await expect(page.locator(".hero img")).toHaveAttribute(
      "src",
      "/media/bkg/rock_bkg.webp",
    );
    await expect(
      page.getByRole("heading", { name: "Share Your Rock" }),
    ).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Robin’s Rocks" }).getByRole("button", {
        name: "Upload Your Rock",
      }),
    ).toBeVisible();
    await expect(page.locator(".share-steps b")).toHaveText([
      "Take it somewhere new",
      "Photograph it there",
      "Leave it, and share it",
    ]);
    await expect(
      page.getByText("anywhere in the world, for free"),
    ).toBeVisible();
    const ways = page.getByRole("region", { name: "How to send it" });
    await expect(ways.getByRole("link", { name: "here" })).toBeVisible();
    await expect(
      ways.getByRole("link", { name: "hello@example.org" }),
    ).toBeVisible();
    await expect(ways.getByText("our social group")).toBeVisible();
    await ways.getByRole("link", { name: "here" }).click();
    await expect(
      page.getByRole("dialog", { name: "Upload Your Rock" }),
    ).toBeVisible();
  });

  test("has a second modal, 'Request a free rock', that says what to write by e-mail", async ({
    page,
  }) => {
    await page.goto("/share-your-rock");
    await page.getByRole("button", { name: "Request a free rock" }).click();
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
  test("are there with their types, defaults, hints and limits", async ({
    page,
  }) => {
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

  test("have the number of ?r=N where it is all digits, and nothing else", async ({
    page,
  }) => {
    for (const [r, value] of [
      ["77", "77"],
      ["12a", ""],
      ["-3", ""],
    ] as const) {
      const form = await openForm(page, `/share-your-rock?r=${r}`);
      await expect(form.getByLabel("Rock Number")).toHaveValue(value);
    }
  });

  test("let Submit be pressed only when number, location and comment are more than blanks and there is an image", async ({
    page,
  }) => {
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

  test("have an e-mail address checked as the browser does, and a number of 0 at least", async ({
    page,
  }) => {
    const form = await openForm(page);
    await fill(form);
    await form.getByLabel("Email").fill("nobody");
    await submit(form).click();
    await expect(form.getByRole("alert")).toContainText("@");
    await expect(form.getByLabel("Email")).toBeFocused();
    await form.getByLabel("Email").fill("");
    await form.getByLabel("Rock Number").fill("-1");
    await submit(form).click();
    await expect(form.getByRole("alert")).toContainText("0");
    await expect(form.getByLabel("Rock Number")).toBeFocused();
  });
});

test.describe("the form's images", () => {
  const NOT_IMAGES = "Only image files are allowed (.jpg, .png, .heic, etc).";
  const TOO_MANY = "You can only upload up to 5 images.";

  test("are counted, previewed, and removed one by one", async ({ page }) => {
    const form = await openForm(page);
    await files(form).setInputFiles([PICTURE, fixture("plain.png")]);
    await expect(form.getByText("2 of 5")).toBeVisible();
    await expect(form.locator(".tiles img")).toHaveCount(2);
    await form.getByRole("button", { name: /^Remove image 1/ }).click();
    await expect(form.getByText("1 of 5")).toBeVisible();
    await expect(form.locator(".tiles img")).toHaveAttribute(
      "alt",
      "plain.png",
    );
  });

  test("are refused whole where one file is none, and the message goes with the next good choice", async ({
    page,
  }) => {
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

  test("are taken as .heic and .heif though their type is not known, and stand there by name", async ({
    page,
  }) => {
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

  test("are five at most: a choice that exceeds them is refused whole, until one is removed", async ({
    page,
  }) => {
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

  test("are told at once where one is larger than the site takes", async ({
    page,
  }) => {
    const form = await openForm(page);
    await files(form).setInputFiles(picture("large.jpg", 2 * 1_048_576 + 1));
    await expect(form.getByRole("alert")).toHaveText(
      "An image can have 2 MB at most.",
    );
    await expect(form.getByText("0 of 5")).toBeVisible();
  });
});

test.describe("sending", () => {
  test("turns everything off, shows 'Uploading' and how far it is, then thanks, resets and closes", async ({
    page,
    site,
  }) => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route("**/api/upload-rock", async (route) => {
      await held;
      await route.continue();
    });
    const form = await openForm(page, "/share-your-rock?r=9");
    await fill(form, "Sent whole.");
    await form.getByLabel("Name").fill("Ann");
    await submit(form).click();

    const uploading = form.getByRole("button", { name: "Uploading" });
    await expect(uploading).toBeDisabled();
    await expect(uploading.locator(".spinner")).toBeVisible();
    await expect(form.getByRole("progressbar")).toBeVisible();
    for (const label of ["Rock Number", "Location", "Comment", "Date"])
      await expect(form.getByLabel(label)).toBeDisabled();
    for (const name of ["Close", "Select Images", /^Remove image 1/])
      await expect(form.getByRole("button", { name })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(form).toBeVisible();
    goOn();

    const thanks = page.getByRole("dialog", { name: "Thank You!" });
    for (const words of [
      "Take the rock to a new place and post again.",
      "leave it there for the next finder",
      "Follow our social group",
      "Would you like a new rock?",
    ])
      await expect(thanks).toContainText(words);
    await expect(
      thanks.getByRole("link", { name: /^Your find has its own page/ }),
    ).toHaveAttribute("href", /^\/finds\/[0-9a-f-]{36}#[0-9a-f]{32}$/);
    await thanks.getByRole("button", { name: "Done" }).click();
    await expect(thanks).toBeHidden();
    await expect(form).toBeHidden();
    expect(findsOf(site, "Sent whole.")).toMatchObject([
      // The QR code's number goes along though the visitor wrote another.
      { rock_number: 214, rock_number_qr: 9, name: "Ann" },
    ]);

    await page.getByRole("button", { name: "Upload Your Rock" }).click();
    await expect(form.getByLabel("Comment")).toHaveValue("");
    await expect(form.getByText("0 of 5")).toBeVisible();
  });

  test("sends the spec's fields, tracker data included", async ({ page }) => {
    const sent = page.waitForRequest("**/api/upload-rock");
    const tracked = page.waitForResponse("**/api/rock-count");
    const form = await openForm(page);
    await tracked;
    await fill(form, "Fields.");
    await submit(form).click();
    const body = (await sent).postDataBuffer()!.toString("latin1");
    for (const name of [
      "rockNumber",
      "rockNumberQr",
      "name",
      "email",
      "location",
      "date",
      "comment",
      "images",
      "trackerData",
      "submission_id",
      "find_key",
      "form_time",
    ])
      expect(body).toContain(`name="${name}"`);
    expect(body).toContain('"screen_width"');
    await expect(
      page.getByRole("dialog", { name: "Thank You!" }),
    ).toBeVisible();
  });

  for (const [what, answer] of [
    ["the server refuses", { status: 400, json: { error: "Not like this." } }],
    ["the server fails", { status: 500, body: "<html>oops" }],
    ["there is no connection", undefined],
  ] as const)
    test(`shows 'Submit Failed' where ${what}, and the form keeps its data`, async ({
      page,
      site,
    }) => {
      await page.route("**/api/upload-rock", (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      );
      const form = await openForm(page);
      await fill(form, `Failed: ${what}`);
      await submit(form).click();
      const failed = page.getByRole("dialog", { name: "Submit Failed" });
      await expect(failed).toContainText(
        "Sorry, something went wrong. The submit did not work. Please email us instead if it keeps failing: hello@example.org",
      );
      await failed.getByRole("button", { name: "Back to the form" }).click();
      await expect(failed).toBeHidden();
      await expect(form.getByLabel("Comment")).toHaveValue(`Failed: ${what}`);
      await expect(form.getByText("1 of 5")).toBeVisible();
      await expect(submit(form)).toBeFocused();

      await page.unroute("**/api/upload-rock");
      await submit(form).click();
      await expect(
        page.getByRole("dialog", { name: "Thank You!" }),
      ).toBeVisible();
      expect(findsOf(site, `Failed: ${what}`)).toHaveLength(1);
    });
});

test.describe("what was entered", () => {
  test("is still there after a reload and in a new tab, photos too; gone when it has been sent", async ({
    page,
    context,
    site,
  }) => {
    const form = await openForm(page);
    await fill(form, "Kept over a reload.");
    const kept = form.locator(".upload-restored");
    await page.reload();
    await page.getByRole("button", { name: "Upload Your Rock" }).click();
    await expect(kept).toContainText("What you had entered is still here.");
    await expect(form.getByLabel("Rock Number")).toHaveValue("214");
    await page.close();

    const other = await context.newPage();
    const again = await openForm(other);
    await expect(again.getByLabel("Comment")).toHaveValue(
      "Kept over a reload.",
    );
    await expect(again.getByText("1 of 5")).toBeVisible();
    await submit(again).click();
    await expect(
      other.getByRole("dialog", { name: "Thank You!" }),
    ).toBeVisible();
    expect(findsOf(site, "Kept over a reload.")).toHaveLength(1);
    await other.reload();
    await other.getByRole("button", { name: "Upload Your Rock" }).click();
    await expect(again.getByLabel("Comment")).toHaveValue("");
    await expect(again.getByText("0 of 5")).toBeVisible();
  });

  test("goes when the visitor starts afresh", async ({ page }) => {
    const form = await openForm(page);
    await fill(form, "Not this.");
    await page.reload();
    await page.getByRole("button", { name: "Upload Your Rock" }).click();
    await form.getByRole("button", { name: "Start afresh" }).click();
    await expect(form.getByLabel("Comment")).toHaveValue("");
    await page.reload();
    await page.getByRole("button", { name: "Upload Your Rock" }).click();
    await expect(form.getByText("0 of 5")).toBeVisible();
    await expect(form.getByLabel("Comment")).toHaveValue("");
  });

  test("is about the rock that was scanned since", async ({ page }) => {
    const form = await openForm(page, "/share-your-rock?r=5");
    await form.getByLabel("Rock Number").fill("6");
    await form.getByLabel("Comment").fill("Two rocks in a day.");
    await openForm(page, "/share-your-rock?r=8");
    await expect(form.getByLabel("Comment")).toHaveValue("Two rocks in a day.");
    await expect(form.getByLabel("Rock Number")).toHaveValue("8");
  });
});

test.describe("without a connection", () => {
  test("a find is kept on the device by itself, outlives the tab, and is sent once there is one, without a form time", async ({
    page,
    context,
    site,
  }) => {
    const form = await openForm(page);
    await fill(form, "Sent from the beach.");
    await context.setOffline(true);
    await submit(form).click();
    const dialog = page.getByRole("dialog", { name: "Kept To Send Later" });
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(form).toBeHidden();
    const kept = page.getByRole("region", { name: "Kept on this device" });
    await expect(kept).toContainText("Rock 214, Anstruther");
    expect(findsOf(site, "Sent from the beach.")).toEqual([]);
    await page.close();

    const other = await context.newPage();
    const sent = other.waitForRequest("**/api/upload-rock");
    await context.setOffline(false);
    await other.goto("/share-your-rock");
    const body = (await sent).postDataBuffer()!.toString("latin1");
    expect(body).not.toContain('name="form_time"');
    expect(body).toContain('name="submission_id"');
    const again = other.getByRole("region", { name: "Kept on this device" });
    await expect(again).toContainText("Sent. Thank you!");
    expect(findsOf(site, "Sent from the beach.")).toHaveLength(1);
    await again.getByRole("button", { name: "Done" }).click();
    await expect(again).toBeHidden();
  });

  test("the form opens once it has been seen before", async ({
    page,
    context,
  }) => {
    await page.goto("/share-your-rock");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() =>
        page.evaluate(async () =>
          Boolean(await caches.match("/share-your-rock")),
        ),
      )
      .toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole("button", { name: "Upload Your Rock" }).click();
    await expect(page.getByLabel("Rock Number")).toBeVisible();
    await context.setOffline(false);
  });
});

test.describe("after 'Submit Failed'", () => {
  test("the second button keeps the find to be sent later with the same submission, and it arrives once", async ({
    page,
    site,
  }) => {
    await page.route("**/api/upload-rock", (route) => route.abort());
    const form = await openForm(page);
    await fill(form, "Later, then.");
    await submit(form).click();
    await page
      .getByRole("dialog", { name: "Submit Failed" })
      .getByRole("button", { name: "Keep it and send it later" })
      .click();
    await page
      .getByRole("dialog", { name: "Kept To Send Later" })
      .getByRole("button", { name: "Done" })
      .click();
    const kept = page.getByRole("region", { name: "Kept on this device" });
    await expect(kept.getByRole("button", { name: "Remove" })).toBeVisible();
    await page.unroute("**/api/upload-rock");
    await kept.getByRole("button", { name: "Send now" }).click();
    await expect(kept).toContainText("Sent. Thank you!");
    await kept.getByRole("link", { name: "Your find’s page" }).click();
    await expect(page.getByText("It is waiting, with 1 image")).toBeVisible();
    expect(findsOf(site, "Later, then.")).toHaveLength(1);
  });

  test("a kept find that the site will not take says why, and opens in the form again", async ({
    page,
  }) => {
    await page.route("**/api/upload-rock", (route) => route.abort());
    const form = await openForm(page);
    await fill(form, "To be mended.");
    await submit(form).click();
    await page
      .getByRole("button", { name: "Keep it and send it later" })
      .click();
    await page
      .getByRole("dialog", { name: "Kept To Send Later" })
      .getByRole("button", { name: "Done" })
      .click();
    await page.unroute("**/api/upload-rock");
    await page.route("**/api/upload-rock", (route) =>
      route.fulfill({ status: 415, json: { error: "That is no image." } }),
    );
    const kept = page.getByRole("region", { name: "Kept on this device" });
    await kept.getByRole("button", { name: "Send now" }).click();
    await expect(kept).toContainText("That is no image.");
    await kept.getByRole("button", { name: "Open in the form" }).click();
    await expect(form.getByLabel("Comment")).toHaveValue("To be mended.");
    await expect(form.getByText("1 of 5")).toBeVisible();
    await expect(kept).toBeHidden();
  });
});
