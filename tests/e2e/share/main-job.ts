import { fixture } from "#tests/fixtures/index.ts";
import { differenceOf } from "#tests/fixtures/picture.ts";
import { signInByForm } from "#tests/setup/calls/admin.ts";
import {
  expect,
  page,
  site,
  test,
  press,
  seesA,
  pressLink,
} from "#tests/setup/browser/browser.ts";

const PHOTOS = ["portrait.heic", "orientation-6.jpg"];

/** Does the site's main job: a find is sent, the admin sets its place and shows it, and everyone sees it on the map. */
export async function doMainJob() {
  await test.step("a finder fills the form and adds photographs", async () => {
    await page.goto("/share-your-rock?r=961");
    await press("Upload Your Rock");
    const form = page.getByRole("dialog", { name: "Upload Your Rock" });
    await expect(form.getByLabel("Rock Number")).toHaveValue("961");
    await expect(form.getByRole("button", { name: "Submit" })).toBeDisabled();
    await form.getByLabel("Location").fill("Beacon stairs, Pittenweem");
    await form
      .getByLabel("Comment")
      .fill("It was sitting on the harbour wall.");
    await form
      .locator('input[type="file"]')
      .setInputFiles(PHOTOS.map((name) => fixture(name)));
    await expect(form.getByText(`${PHOTOS.length} of 5`)).toBeVisible();
    await form.getByRole("button", { name: "Submit" }).click();
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
    await row.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: /^Edit post/ });
    for (const name of PHOTOS)
      await expect(
        dialog.getByRole("cell", { name, exact: true }),
      ).toBeVisible();
    await dialog.getByLabel("Coordinates").fill("56.2211, -2.6986");
    await dialog.getByRole("switch", { name: "Show", exact: true }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText("56.2211, -2.6986");
    await expect(row.getByRole("switch")).toBeChecked();
  });

  await test.step("its pin is on the map, and opens its journey", async () => {
    await page.goto("/map");
    await page.getByRole("button", { name: "Rock 961" }).first().click();
    const popup = page.getByRole("dialog", { name: /961/ });
    await expect(popup.getByText("Journey: 1")).toBeVisible();
    await expect(popup.getByText("Beacon stairs, Pittenweem")).toBeVisible();
    for (const picture of await popup.locator('img[src*="/sm/"]').all())
      await expect
        .poll(() =>
          picture.evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBeGreaterThan(0);
  });

  await test.step("every photograph is the right way up", async () => {
    const readPost = async () => {
      const answer = await page.request.get("/api/rock-posts/961");
      const [post] = (await answer.json()) as [
        { uuid: string; imagenames: string[] },
      ];
      return post;
    };
    // Derivatives are made in the background, at a lower priority than answers.
    await expect
      .poll(async () => (await readPost()).imagenames.length)
      .toBe(PHOTOS.length);
    const post = await readPost();
    for (const name of post.imagenames) {
      const answer = await page.request.get(
        `/media/rocks/961/${post.uuid}/webp/${name}.webp`,
      );
      expect(await differenceOf(await answer.body())).toBeLessThan(12);
    }
  });
}
