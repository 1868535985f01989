import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { fill, press } from "#tests/setup/browser/steps.ts";

test.use({ siteEnv: { MODERATION: "off" } });

test("'Thank You!' does not say that somebody looks at the find when nobody has to @soak", async () => {
  await page.goto("/share-your-rock#upload");
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await fill("Rock Number", "734", { in: form });
  await fill("Location", "Anstruther", { in: form });
  await fill("Comment", "By the wall.", { in: form });
  await form.locator("input[type=file]").setInputFiles(fixture("plain.png"));
  await press("Submit", { in: form });
  const thanks = page.getByRole("dialog", { name: "Thank You!" });
  await expect(thanks).toContainText("Your find has its own page");
  await expect(thanks).not.toContainText("Somebody looks");
  expect(site.query("SELECT show FROM rock_posts")).toEqual([{ show: 1 }]);
});
