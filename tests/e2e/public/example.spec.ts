import { openSection, signInByForm } from "#tests/setup/calls/admin.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { press, pressLink } from "#tests/setup/browser/steps.ts";

const mark = () => page.getByText("This story is an example.");
const dates = () => page.locator(".home-dates");
const link = () => page.getByRole("link", { name: "Write your own story" });

test("the story that ships is marked until the admin has written one, by a link that only the admin has @soak", async () => {
  await page.goto("/");
  await expect(mark()).toHaveText(
    "This story is an example. The family of this site has not written theirs yet.",
  );
  await expect(dates()).toHaveText("April 2019 – October 2021 an example");
  await expectAccessibleOnScreens();

  await signInByForm();
  await pressLink("Exit Admin");
  await expect(link()).toBeVisible();
  // What is kept for everybody has no such link.
  const kept = await (await site.fetch("/")).text();
  expect(kept).toContain("This story is an example.");
  expect(kept).not.toContain("/admin/site#story");

  await link().click();
  const story = page.getByLabel("Story (home page), in Markdown");
  await expect(story).toBeInViewport();
  await story.fill("Our own words.");
  const section = await openSection("Story");
  await press("Save", { in: section });
  await expect(section.locator("summary")).toContainText("Your own");
  await pressLink("Exit Admin");
  await expect(page.locator("#story")).toContainText("Our own words.");
  await expect(mark()).toHaveCount(0);
  await expect(link()).toHaveCount(0);
});
