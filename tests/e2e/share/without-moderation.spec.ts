import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";

test.use({ siteEnv: { MODERATION: "off" } });

test("'Thank You!' does not say that somebody looks at the find when nobody has to @soak", async () => {
  await page.goto("/share-your-rock#upload");
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await form.getByLabel("Rock Number").fill("734");
  await form.getByLabel("Location").fill("Anstruther");
  await form.getByLabel("Comment").fill("By the wall.");
  await form.locator("input[type=file]").setInputFiles(fixture("plain.png"));
  await form.getByRole("button", { name: "Submit" }).click();
  const thanks = page.getByRole("dialog", { name: "Thank You!" });
  await expect(thanks).toContainText("Your find has its own page");
  await expect(thanks).not.toContainText("Somebody looks");
  expect(site.query("SELECT show FROM rock_posts")).toEqual([{ show: 1 }]);
});
