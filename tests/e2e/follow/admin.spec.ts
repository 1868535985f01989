import { addRock } from "#tests/setup/calls/catalogue.ts";
import {
  answerDialogs,
  openAdmin,
  openSection,
} from "#tests/setup/calls/admin.ts";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import { test } from "#tests/setup/e2e/mail.ts";
import { expectAccessibleOnScreens, PHONE } from "#tests/setup/e2e/screens.ts";
import { press, sees } from "#tests/setup/e2e/steps.ts";

/** Followers of a rock who have confirmed. */
function addFollowers(rock: number, addresses: string[]) {
  for (const address of addresses)
    site.alter(`INSERT INTO followers (id, rock_number, address, confirmed)
       VALUES (lower(hex(randomblob(16))), ${rock}, '${address}', 1)`);
}
/** The cell of the table. */
const followersOf = (rock: string) =>
  page.getByRole("row", { name: rock }).locator("[data-label=Followers]");
const followed = () =>
  site.query("SELECT rock_number, address FROM followers ORDER BY 1, 2");

test("the admin sees how many follow a rock, and removes them all after a confirmation", async () => {
  addRock(site, 214);
  addRock(site, 7);
  addFollowers(214, ["a@example.org", "b@example.org"]);
  addFollowers(7, ["a@example.org"]);
  await page.setViewportSize(PHONE);
  await openAdmin("Rocks");
  await expect(followersOf("214")).toHaveText("2");
  await press("Edit rock 214");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 214" });
  await sees("2 people are told by mail when it moves on.", { in: dialog });
  await expectAccessibleOnScreens();
  await page.setViewportSize(PHONE);

  const said = answerDialogs(false);
  const remove = dialog.getByRole("button", { name: "Remove all followers" });
  await remove.click();
  expect(followed()).toHaveLength(3);
  await remove.press("Enter");
  await sees("Nobody is told by mail when it moves on.", { in: dialog });
  await expect(remove).toBeHidden();
  await sees("Rock 214 has no followers any more");
  expect(said).toEqual(
    Array(2).fill(
      "Remove all 2 followers of rock 214? Their addresses are deleted and can't be brought back.",
    ),
  );
  expect(followed()).toEqual([{ rock_number: 7, address: "a@example.org" }]);
  await press("Cancel", { in: dialog });
  await expect(followersOf("214")).toHaveText("0");
});

test("the admin sees how many follow the site's rocks, and removes an address that is entered and listed nowhere @soak", async () => {
  addRock(site, 214);
  addFollowers(214, ["a@example.org", "b@example.org"]);
  addFollowers(7, ["a@example.org"]);
  await openAdmin("Site");
  const box = await openSection("Followers");
  await expect(box).toContainText("2 addresses follow 2 rocks.");
  await expect(box).not.toContainText("@");
  await expectAccessibleOnScreens();
  const field = box.getByLabel("Address of somebody who asks to be removed");
  const remove = box.getByRole("button", { name: "Remove this address" });
  await field.fill("a@example");
  await remove.click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("nobody@example.org");
  await remove.click();
  await sees("nobody@example.org follows no rock");
  await field.fill("A@example.org");
  await field.press("Enter");
  await sees("A@example.org was removed from 2 rocks");
  await expect(field).toHaveValue("");
  await expect(box).toContainText("1 address follows 1 rock.");
  expect(followed()).toEqual([{ rock_number: 214, address: "b@example.org" }]);
});
