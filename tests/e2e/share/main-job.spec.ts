import { fixture } from "#tests/fixtures/index.ts";
import { differenceOf } from "#tests/fixtures/picture.ts";
import { signInByForm } from "#tests/setup/calls/admin.ts";
import {
  expect,
  page,
  site,
  test,
  WITH_MOTION,
} from "#tests/setup/e2e/test.ts";
import {
  areDrawn,
  fill,
  holds,
  isOff,
  press,
  pressLink,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

test.use({ viewport: PHONE, ...(isLongRun ? WITH_MOTION : {}) });

const PHOTOS = ["portrait.heic", "orientation-6.jpg"];

test("a find is sent from a phone, shown by the admin, and seen on the map the right way up", async () => {
  await test.step("a finder fills the form and adds photographs", async () => {
    await page.goto("/qr?r=961");
    const greeting = page.getByRole("complementary");
    const upload = greeting.getByRole("link", { name: "Upload Your Rock" });
    await expect(upload).toBeInViewport({ ratio: 1 });
    await upload.click();
    const form = page.getByRole("dialog", { name: "Upload Your Rock" });
    await holds("Rock Number", "961", { in: form });
    await isOff("Submit", { in: form });
    await fill("Location", "Beacon stairs, Pittenweem", { in: form });
    await fill("Comment", "It was sitting on the harbour wall.", { in: form });
    await form
      .locator('input[type="file"]')
      .setInputFiles(PHOTOS.map((name) => fixture(name)));
    await sees(`${PHOTOS.length} of 5`, { in: form });
    await press("Submit", { in: form });
    await seesA("dialog", "Thank You!");
  });

  await test.step("a stranger does not see it yet", async () => {
    const answer = await page.request.get("/api/rock-posts/961");
    expect(await answer.json()).toEqual([]);
  });

  await test.step("its full pictures follow", async () => {
    await expect
      .poll(() =>
        site.query(
          `SELECT original_state FROM rock_post_images JOIN rock_posts USING (rps_key)
           WHERE rock_number = 961 AND original_state = 'pending'`,
        ),
      )
      .toEqual([]);
    // The admin can't show a find whose pictures change meanwhile.
    await site.untilIdle();
  });

  await test.step("the admin signs in, sets its coordinates and shows it", async () => {
    await signInByForm();
    await pressLink("All journey posts");
    const row = page
      .getByRole("row")
      .filter({ hasText: "Beacon stairs, Pittenweem" });
    await press("Edit", { in: row });
    const dialog = page.getByRole("dialog", { name: /^Edit post/ });
    for (const name of PHOTOS)
      await seesA("cell", name, { exact: true, in: dialog });
    await fill("Coordinates", "56.2211, -2.6986", { in: dialog });
    await dialog.getByRole("switch", { name: "Show", exact: true }).check();
    await press("Save", { in: dialog });
    await expect(dialog).toBeHidden();
    await expect(row).toContainText("56.2211, -2.6986");
    await expect(row.getByRole("switch")).toBeChecked();
  });

  await test.step("its pin is on the map, and opens its journey", async () => {
    await page.goto("/map");
    await page.getByRole("button", { name: "Rock 961" }).first().click();
    const popup = page.getByRole("dialog", { name: /961/ });
    await sees("Journey: 1", { in: popup });
    await sees("Beacon stairs, Pittenweem", { in: popup });
    await areDrawn(popup.locator('img[src*="/sm/"]'), 2);
  });

  await test.step("every photograph is the right way up", async () => {
    const answer = await page.request.get("/api/rock-posts/961");
    const [{ uuid, imagenames }] = (await answer.json()) as [
      { uuid: string; imagenames: string[] },
    ];
    expect(imagenames).toHaveLength(PHOTOS.length);
    for (const name of imagenames) {
      const address = `/media/rocks/961/${uuid}/webp/${name}.webp`;
      const picture = await page.request.get(address);
      expect(await differenceOf(await picture.body())).toBeLessThan(12);
    }
  });
});
