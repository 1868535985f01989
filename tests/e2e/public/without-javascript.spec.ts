import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { fill, holds, press, pressLink, sees } from "#tests/setup/e2e/steps.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";

test.use({ javaScriptEnabled: false });

test("a find is sent with the plain form, and thanked for on a page", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/qr?r=741");
  await page
    .getByRole("main")
    .getByRole("link", { name: "Share Your Rock" })
    .click();
  const form = page.getByRole("form", { name: "Upload Your Rock" });
  await holds("Rock Number", "741", { in: form });
  await expect(
    page.getByRole("button", { name: "Upload Your Rock" }),
  ).toBeHidden();
  await fill("Location", "Anstruther", { in: form });
  await fill("Comment", "Sent without a script.", { in: form });
  await form.getByLabel("Images").setInputFiles(fixture("plain.png"));
  await press("Submit", { in: form });

  await expect(page).toHaveURL("/api/upload-rock");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Thank You!",
  );
  await expect(page.locator("body")).toHaveCSS("margin", "0px");
  await sees("Somebody looks at every find before it appears");
  expect(
    site.query(
      "SELECT rock_number_qr, location, comment, email FROM rock_posts WHERE rock_number = 741",
    ),
  ).toEqual([
    {
      rock_number_qr: 741,
      location: "Anstruther",
      comment: "Sent without a script.",
      email: "",
    },
  ]);
  await pressLink("Go to the home page");
  await expect(page).toHaveURL("/");
});

test("the map, which a script draws, leads to all rocks", async () => {
  await page.goto("/map");
  await pressLink("See All Rocks");
  await expect(page).toHaveURL("/all-rocks");
});

test("what the site can't take is said on a page, and Back keeps what was typed @soak", async () => {
  await page.goto("/share-your-rock");
  const form = page.getByRole("form", { name: "Upload Your Rock" });
  await fill("Rock Number", "742", { in: form });
  await fill("Location", "Anstruther", { in: form });
  await fill("Comment", "   ", { in: form });
  await form.getByLabel("Images").setInputFiles(fixture("plain.png"));
  await press("Submit", { in: form });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Submit Failed",
  );
  await expect(page.getByRole("listitem")).toHaveText([
    "Comment must not be blank.",
  ]);
  await sees("Please email us instead");
  await page.goBack();
  await holds("Location", "Anstruther", { in: form });
  expect(
    site.query("SELECT * FROM rock_posts WHERE rock_number = 742"),
  ).toEqual([]);
});

test.describe("with a script for the check alone", () => {
  test.use({ javaScriptEnabled: true });

  test("the page that answers the plain form is accessible @soak", async () => {
    await page.goto("/privacy");
    await page.setContent(
      `<form action="/api/upload-rock" method="post" enctype="multipart/form-data">
           <input name="rockNumber" value="x"><button>Send</button></form>`,
    );
    await press("Send");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Submit Failed",
    );
    await expectAccessible();
  });
});
