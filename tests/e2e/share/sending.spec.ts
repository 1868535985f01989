import { query } from "#tests/setup/calls/site-calls.ts";
import { expect, test } from "#tests/setup/browser/browser.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { fill, openForm, submit } from "#tests/setup/browser/share-form.ts";

test.use({ siteEnv: { UPLOAD_MAX_MB: "2" } });

const findsOf = (site: Site, comment: string) =>
  query<Record<string, unknown>>(
    site,
    `SELECT * FROM rock_posts WHERE comment = '${comment}'`,
  );

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
      // The QR code's number is sent too, although the visitor wrote another.
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
