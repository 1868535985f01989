import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { press, sees } from "#tests/setup/browser/steps.ts";

const REASON = "The store is away, so nothing can be deleted now.";

test("a row that can't be deleted says why, on every screen, until it is tried again", async () => {
  site.alter("INSERT INTO users (display_name) VALUES ('Ida')");
  addRock(site, 214);
  addPost(site, { location: "The pier" });
  await addAlbum(site, { name: "sea", photos: [] });
  answerDialogs();
  let isRefused = true;
  await page.route("**/api/**", (route) =>
    isRefused && route.request().method() === "DELETE"
      ? route.fulfill({ status: 503, json: { error: REASON } })
      : route.fallback(),
  );
  for (const [screen, name] of [
    ["Users", "Ida"],
    ["Rocks", "214"],
    ["Journey", "The pier"],
    ["Albums", "sea"],
  ] as const) {
    isRefused = true;
    await openAdmin(screen);
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: /^Delete/ }) })
      .filter({ hasText: name });
    await press(/^Delete/, { in: row });
    await expect(row.getByRole("alert"), screen).toHaveText(REASON);
    isRefused = false;
    await press(/^Delete/, { in: row });
    await expect(row, screen).toBeHidden();
  }
});

test("a post that somebody else has changed meanwhile is not shown, and is here as it is now", async () => {
  addPost(site, { location: "Pier", show: false });
  await openAdmin("Journey");
  const row = page.getByRole("row").filter({ hasText: "Pier" });
  const shown = () => site.query("SELECT show FROM rock_posts");
  site.alter("UPDATE rock_posts SET comment = 'Ugly.'");
  await row.getByRole("switch").click();
  await expect(row.getByRole("alert")).toContainText(
    "This post was changed by someone else meanwhile.",
  );
  await expect(row).toContainText("Ugly.");
  expect(shown()).toEqual([{ show: 0 }]);

  site.alter("UPDATE rock_posts SET comment = 'Uglier.'");
  await page
    .getByRole("checkbox", { name: "Choose all posts of this list" })
    .check();
  await press("Show", { exact: true });
  await sees("1 could not be changed.");
  await expect(row).toContainText("Uglier.");
  await row.getByRole("switch").click();
  await expect.poll(shown).toEqual([{ show: 1 }]);
});
