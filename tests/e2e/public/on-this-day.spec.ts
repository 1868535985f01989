import { openAdmin, openSection } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";
import { press, pressLink, sees } from "#tests/setup/browser/steps.ts";

test.beforeEach(async () => {
  await addPosts(site, [
    {
      rock: 31,
      location: "Lake Tekapo",
      comment: "It came home with us for one night.",
      date: sameDayEarlier(),
      pictures: 1,
    },
  ]);
});
test.afterEach(() =>
  site.alter("DELETE FROM site_texts WHERE key = 'on_this_day'"),
);

test("the admin switches 'On this day' on, and the home page shows a find of this day in an earlier year @soak", async () => {
  await page.goto("/");
  const day = page.getByRole("region", { name: "On this day" });
  await expect(day).toHaveCount(0);

  await openAdmin("Site");
  const form = await openSection("On this day");
  const choice = form.getByRole("switch", { name: /^On this day/ });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await press("Save", { exact: true, in: form });
  await sees("The site's texts were saved");
  await expect(choice).toBeChecked();
  await pressLink("Exit Admin");
  await expect(day).toContainText("Rock 31, Lake Tekapo");

  await page.goto("/");
  await expect(day).toContainText("It came home with us for one night.");
  await day.getByRole("link").click();
  await expect(page).toHaveURL(/\/rocks\/31$/);
});
