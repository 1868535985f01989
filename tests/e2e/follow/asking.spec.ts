import { mailsTo } from "#tests/setup/processes/mail-server.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import { linkTo, test } from "#tests/setup/e2e/mail.ts";
import { expectAccessibleOnScreens, PHONE } from "#tests/setup/e2e/screens.ts";
import { fillForm, submit, thanks } from "#tests/setup/e2e/share-form.ts";
import { holdBack, visit } from "#tests/setup/e2e/pages.ts";
import { fill, hasFocus } from "#tests/setup/e2e/steps.ts";

const form = () =>
  page.getByRole("form", { name: "Tell me when this rock moves on" });
const field = () => form().getByLabel("Your e-mail address");
const button = () =>
  form().getByRole("button", { name: "Tell me when this rock moves on" });
const sent = () =>
  page.getByRole("status").filter({
    hasText: "If the address is right, a mail is on its way.",
  });
const followers = () =>
  site.query(
    "SELECT rock_number, address, confirmed, own_finds FROM followers",
  );

test("a rock's page asks for an address, by keyboard alone", async ({
  mailServer,
}) => {
  addRocks(site, [[214]]);
  await page.setViewportSize(PHONE);
  await visit("/rocks/214");
  await field().focus();
  await page.keyboard.type("me@example.org");
  await page.keyboard.press("Enter");
  await expect(sent()).toBeFocused();
  await linkTo(mailServer, "me@example.org");
  await page.keyboard.press("Tab");
  await hasFocus("button", "Use another address");
  await page.keyboard.press("Enter");
  await expect(field()).toHaveValue("");
  expect(followers()).toEqual([
    {
      rock_number: 214,
      address: "me@example.org",
      confirmed: 0,
      own_finds: "[]",
    },
  ]);
});

test("'Thank You!' offers it with the address of the form, and asks nobody before the press @soak", async ({
  mailServer,
}) => {
  const upload = await fillForm("On the harbour wall.");
  await fill("Email", "finder@example.org", { in: upload });
  await submit(upload).click();
  await expect(thanks()).toBeVisible();
  await expect(field()).toHaveValue("finder@example.org");
  await expectAccessibleOnScreens();
  expect(followers()).toEqual([]);
  await button().click();
  await expect(sent()).toBeFocused();
  await expectAccessibleOnScreens();
  await linkTo(mailServer, "finder@example.org");
  const [{ uuid }] = site.query<{ uuid: string }>(
    "SELECT uuid FROM rock_posts",
  ) as [{ uuid: string }];
  expect(followers()).toMatchObject([
    { rock_number: 214, own_finds: JSON.stringify([uuid]) },
  ]);
});

test("what is wrong stands at the field, and a lost or busy site says so and keeps what was typed @soak", async ({
  mailServer,
}) => {
  addRocks(site, [[214]]);
  await visit("/rocks/214");
  const alert = form().getByRole("alert");
  for (const wrong of ["", "me", "me@example"]) {
    await field().fill(wrong);
    await button().click();
    await expect(field()).toHaveAttribute("aria-invalid", "true");
    await expect(field()).toBeFocused();
    await expect(alert).toBeVisible();
  }
  await expectAccessibleOnScreens();

  await field().fill("me@example.org");
  await page.context().setOffline(true);
  await button().click();
  await expect(alert).toHaveText(
    "You are offline. Please try again once you have a connection.",
  );
  await expect(field()).toHaveValue("me@example.org");
  await page.context().setOffline(false);
  await page.route("**/follow", (route) => route.abort(), { times: 1 });
  await button().click();
  await expect(alert).toHaveText("The site could not be reached.");
  expect(mailsTo(mailServer, "me@example.org")).toEqual([]);

  const release = await holdBack("**/follow");
  await button().click();
  await expect(button()).toBeDisabled();
  await expect(alert).toHaveCount(0);
  release();
  await expect(sent()).toBeFocused();
  await linkTo(mailServer, "me@example.org");
});
