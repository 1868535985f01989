import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectFocusSeen } from "#tests/setup/e2e/focus-seen.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { SUGGESTION } from "#tests/setup/e2e/place.ts";
import { seesA } from "#tests/setup/e2e/steps.ts";
import { tabTo } from "#tests/setup/e2e/pages.ts";

test("what Tab reaches on a phone is never below a bar", async () => {
  test.slow();
  addRocks(site, [[7, "Grandma June", "Aunt Maren"], [8]]);
  await addPosts(site, [
    { rock: 7, location: "A bench", pictures: 2, show: false },
    { rock: 8, location: "A wall", show: false },
  ]);
  await page.setViewportSize({ width: 390, height: 640 });
  await openAdmin("Site");
  for (const summary of await page.locator(".site-section > summary").all())
    await summary.click();
  await page.locator(".admin-head h1").click();
  await expectFocusSeen(60);
  await openAdmin("Journey");
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectFocusSeen(24);
  await openAdmin("Review");
  await expectFocusSeen(24);
});

test("a switch and a chosen row show their state in forced colours", async () => {
  addRocks(site, [[7]]);
  await addPosts(site, [{ rock: 7, location: "A bench", show: false }]);
  await page.emulateMedia({ forcedColors: "active" });
  await openAdmin("Journey");
  for (const control of [
    page.locator(".admin-table .switch"),
    page.locator(".admin-table tbody .row-checkbox input"),
  ]) {
    const before = await control.screenshot();
    await control.click();
    await expect(control).toBeChecked();
    await page.mouse.move(0, 0);
    expect(before.equals(await control.screenshot())).toBe(false);
  }
});

const heading = (name: RegExp | string) =>
  page.getByRole("heading", { level: 1, name });

test("finds are reviewed by keyboard alone, and each step of it is read in its order", async () => {
  addRocks(site, [[7, "Grandma June"]]);
  await addPosts(site, [
    {
      ...{ rock: 7, date: "2026-05-01", location: "Frogner" },
      ...{ at: [59.9, 10.7], pictures: 1 },
    },
  ]);
  await site.sendFind(
    {
      ...{ ...findFields, rockNumber: "7", location: "Lighthouse steps" },
      descriptions: JSON.stringify(["A gull", ""]),
      suggestion: JSON.stringify({ ...SUGGESTION, source: "photo" }),
    },
    ["plain.png", "alpha.png"],
  );
  await addPosts(site, [
    { rock: 7, date: "2026-05-18", location: "A wall", show: false },
  ]);
  await site.untilIdle();

  await openAdmin();
  await seesA("region", "2 finds are waiting");
  await tabTo("Look at them");
  await page.keyboard.press("Enter");

  await seesA("link", "OpenStreetMap");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - link "Back to the dashboard"
      - 'heading /^1 of 2 ?: Rock 7, Lighthouse steps$/ [level=1]'
      - button "Undo the last decision" [disabled]
      - region "Photographs":
        - 'button "Photograph 1 of 2, A gull: see it large"'
        - 'button "Photograph 2: Rock 7, Lighthouse steps, 17 May 2026"'
        - paragraph:
          - text: Described as A gull.
          - switch "Letter keys" [checked]: Letter keys on
      - region "The rock in the catalogue":
        - paragraph: Painted by Grandma June
        - paragraph: 1 journey since 1 May 2026
      - region "What the finder says":
        - textbox "Rock Number": "7"
        - paragraph: Lighthouse steps
        - text: 886 km in 16 days
        - paragraph: "from its last stop: Frogner, 1 May 2026"
        - group "Map"
        - paragraph: From the photograph, good to 12 m
        - button "Change the place of Lighthouse steps"
        - blockquote: “It was sitting on the harbour wall.”
        - button "Keep hidden"
        - button "Show"
        - button "Edit"
  `);
  await tabTo("Map");
  await page.keyboard.press("ArrowRight");
  await tabTo(/^Show/);
  await page.keyboard.press("Enter");

  await expect(heading(/^2 of 2.*A wall$/)).toBeFocused();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - button "Undo the last decision"
    - region "Photographs":
      - paragraph: It came without a picture.
    - region "What the finder says":
      - paragraph: Nobody says where on the map it was. It can be shown without.
      - button "Set the place of A wall"
    - status:
      - paragraph:
        - text: Rock 7 is shown.
        - button "Undo"
  `);
  await tabTo(/^Keep hidden(?! for)/);
  await page.keyboard.press("Enter");

  await expect(heading("All done")).toBeFocused();
  await seesA("heading", "Nothing is waiting.");
  await tabTo("Undo");
  await page.keyboard.press("Enter");
  await expect(heading(/^2 of 2.*A wall$/)).toBeFocused();
  await tabTo("Undo the last decision");
  await page.keyboard.press("Enter");
  await expect(heading(/^1 of 2.*Lighthouse steps$/)).toBeFocused();
});
