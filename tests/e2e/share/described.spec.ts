import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  seesA,
  fill,
  press,
  sees,
} from "#tests/setup/browser/browser.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";

test.use({ bypassCSP: true });

const KEY = "0123456789abcdef0123456789abcdef";

async function sendDescribed() {
  const answer = await site.sendFind(
    { ...findFields, find_key: KEY, descriptions: '["A gull"]' },
    ["plain.png", "greyscale.jpg"],
  );
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  return uuid;
}

const descriptionsOf = (uuid: string) =>
  site
    .query<{ description: string }>(
      `SELECT i.description FROM rock_post_images i JOIN rock_posts p USING (rps_key)
        WHERE p.uuid = '${uuid}' ORDER BY i.rpi_key`,
    )
    .map(({ description }) => description);

test("a finder changes what the pictures show on the find's own page, where they are called that @soak", async () => {
  const uuid = await sendDescribed();
  await page.goto(`/finds/${uuid}#${KEY}`);
  await seesA("img", "A gull");
  await seesA("img", /^Rock 214, Lighthouse steps.*2026$/);
  await expect(page.getByLabel("What is in photo 1 of 2?")).toHaveValue(
    "A gull",
  );
  await fill("What is in photo 2 of 2?", "A boat");
  await press("Save");
  await sees("Saved. It is waiting");
  expect(descriptionsOf(uuid)).toEqual(["A gull", "A boat"]);
  await expectAccessible(page);
});

test("the admin changes them in the dialog, and the review says them @soak", async () => {
  const uuid = await sendDescribed();
  await openAdmin(page, site, "Journey");
  await seesA("button", "See A gull large");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const field = dialog.getByLabel("What plain.png shows");
  await expect(field).toHaveValue("A gull");
  await field.fill("A heron");
  await field.press("Enter");
  await expect.poll(() => descriptionsOf(uuid)).toEqual(["A heron", ""]);
  await expect(
    dialog.getByRole("button", { name: "See A heron large" }),
  ).toBeVisible();
  await openAdmin(page, site, "Review");
  await seesA("button", /A heron: see/);
  await expect(page.locator("q", { hasText: "A heron" })).toBeVisible();
});
