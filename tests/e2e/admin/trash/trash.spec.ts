import {
  answerDialogs,
  callAsAdmin,
  goTo,
  openAdmin,
} from "#tests/setup/calls/admin.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { makeAlbums, toast } from "#tests/setup/browser/albums.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  expectAccessible,
  expectAccessibleOnScreens,
  expectNothingWider,
  SCREENS,
} from "#tests/setup/browser/screens.ts";
import { press, pressLink, sees, seesA } from "#tests/setup/browser/steps.ts";

/** Puts one thing of each kind into the trash but images and photos; the rock is the newest. */
async function fillTrash() {
  await site.sendFind({ ...findFields, name: "Yuki" });
  await makeAlbums(["lake"], ["lake"]);
  await site.untilIdle();
  addRocks(site, [[31, "Ida"]]);
  for (const [table, key, path] of [
    ["rock_posts", "rps_key", "journey-admin"],
    ["albums", "pa_key", "albums"],
    ["users", "ra_key", "users"],
    ["rocks", "rc_key", "rocks"],
  ] as const) {
    const rows = site.query<Record<string, number>>(
      `SELECT ${key} FROM ${table} ORDER BY ${key} DESC LIMIT 1`,
    );
    await callAsAdmin("DELETE", `/api/${path}/${rows[0]![key]}`);
  }
}

for (const viewport of SCREENS)
  test.describe(`at ${viewport.width} pixels,`, () => {
    test.use({
      viewport,
    });

    test("what was deleted is listed by kind, comes back, and is deleted for good when asked twice", async () => {
      await fillTrash();
      await openAdmin("Trash");
      const rows = page
        .getByRole("table", { name: "Deleted, newest first" })
        .locator("tbody")
        .getByRole("row");
      await expect(rows).toHaveCount(4);
      await expect(rows.first()).toContainText("Rock 31");
      await expect(rows.first()).toContainText("30 days left");
      await expectAccessible();
      await expectNothingWider();

      const kinds = page.getByRole("group", { name: "Show one kind" });
      await press("Albums 1", { in: kinds });
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("3 photos, their order");
      await press("Restore The lake");
      await expect(toast()).toHaveText("The lake is back.");
      await sees("Nothing of this kind.");
      await press("All 3", { in: kinds });
      await expect(rows).toHaveCount(3);

      const remove = page.getByRole("button", {
        name: "Delete Rock 31 for good",
      });
      const said = answerDialogs(false, true);
      await remove.click();
      await expect(remove).toBeVisible();
      await remove.click();
      await expect(toast()).toHaveText("Rock 31 is gone.");
      await expect(remove).toHaveCount(0);
      expect(said).toEqual(
        Array(2).fill("Delete Rock 31 for good? It can't be restored then."),
      );
      expect(site.query("SELECT * FROM trash WHERE kind = 'rock'")).toEqual([]);
      await goTo("Albums");
      await expect(page.getByText("About lake").first()).toBeVisible();
    });

    test("what can't come back says why in its row @soak", async () => {
      await fillTrash();
      addRocks(site, [[31]]);
      await openAdmin("Trash");
      await press("Restore Rock 31");
      const note = page.getByRole("alert");
      await expect(note).toContainText("Rock 31 stays in the trash.");
      await expect(note).toContainText("Another rock has the number 31 now.");
      await expectAccessible();
      await expectNothingWider();
      await pressLink("See the rocks", { in: note });
      await seesA("heading", "Rock Catalog");
    });
  });

test("little time is said in words and colour @soak", async () => {
  await fillTrash();
  site.alter("UPDATE trash SET expires_hour = 48 WHERE kind = 'find'");
  await openAdmin("Trash");
  await expect(page.locator(".is-soon")).toHaveText("2 days left");
  await expectAccessibleOnScreens();
});
