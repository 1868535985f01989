import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { press } from "#tests/setup/browser/steps.ts";

test.use({ viewport: PHONE });

const bar = () => page.getByRole("group", { name: "Chosen rows" });

/** Expects the bar to be on the screen. Returns its upper edge. */
async function topOfBar() {
  await expect(bar()).toBeInViewport({ ratio: 1 });
  return (await bar().boundingBox())!.y;
}

test("on a phone the bar over chosen posts stays in reach, and is never over the last one", async () => {
  emptyRocks(site);
  for (let number = 1; number <= 12; number++)
    addPost(site, { location: `Place ${number}` });
  await openAdmin("Journey");
  const rows = page.getByRole("row").filter({ has: page.locator("td") });
  await rows.first().getByRole("checkbox").check();
  await topOfBar();
  await rows.nth(6).scrollIntoViewIfNeeded();
  await topOfBar();
  await page.keyboard.press("End");
  // Scrolling to the end takes a moment.
  await expect
    .poll(async () => {
      const last = (await rows.last().boundingBox())!;
      return (await topOfBar()) - (last.y + last.height);
    })
    .toBeGreaterThanOrEqual(0);

  await rows.nth(1).getByRole("checkbox").check();
  const said = answerDialogs();
  await press("Delete", { in: bar() });
  await expect(rows).toHaveCount(10);
  expect(said).toEqual(["Are you sure you want to delete these 2 posts?"]);
});
