import { callAsAdmin, openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { fill, hasFocus, holds, press, sees } from "#tests/setup/e2e/steps.ts";

test.beforeEach(() => openAdmin("Settings"));
test.afterEach(() => {
  const names = stored().map(({ name }) => [name, null]);
  return callAsAdmin("PUT", "/settings", Object.fromEntries(names));
});

const group = (name: string) => page.getByRole("region", { name });
const save = (name: string) =>
  group(name).getByRole("button", { name: "Save", exact: true }).click();
const stored = () =>
  site.query<{ name: string; value: string }>(
    "SELECT name, value FROM settings ORDER BY name",
  );

test("the admin changes a setting, and takes it back to its default", async () => {
  const days = page.getByLabel("Days in the trash", { exact: true });
  await expect(days).toHaveValue("30");
  await days.fill("7");
  await save("Backups and trash");
  await sees("Saved, and in force");
  await expect(group("Backups and trash")).toContainText("The default is 30.");
  await hasFocus("button", "Save", { in: group("Backups and trash") });
  expect(stored()).toEqual([{ name: "TRASH_DAYS", value: "7" }]);
  await press("Back to the default: Days in the trash");
  await expect(days).toHaveValue("30");
  await expect(group("Backups and trash")).not.toContainText("The default is");
  expect(stored()).toEqual([]);
});

test("a wrong value is explained at its field, and nothing of its group is saved; what the environment sets can only be looked at @soak", async () => {
  await fill("Uploads at once", "4/8");
  const wrong = page.getByLabel("Wrong sign-ins");
  await wrong.fill("ten a day");
  await save("Limits");
  await expect(wrong).toHaveAccessibleDescription(
    /This is "ten a day"; it takes off, or limits such as 20\/10m 100\/1d\./,
  );
  await expect(wrong).toHaveAttribute("aria-invalid", "true");
  expect(stored()).toEqual([]);
  await expectAccessibleOnScreens();
  const limits = page.getByLabel("Finds from one address", { exact: true });
  await expect(limits).toBeDisabled();
  await expect(limits).toHaveValue("off");
  await expect(limits).toHaveAccessibleDescription(
    /Set by the environment, as UPLOAD_LIMITS: change it in \.env\.$/,
  );
});

test("the languages are chosen by name, and one at least is left @soak", async () => {
  const languages = group("Languages");
  await expect(languages.getByRole("checkbox")).toHaveCount(12);
  for (const box of await languages.getByRole("checkbox").all())
    await expect(box).toBeChecked();
  await languages.getByLabel("French").uncheck();
  await languages.getByLabel("The site’s own language").selectOption("German");
  await save("Languages");
  await sees("Saved, and in force");
  expect(stored()).toEqual([
    { name: "LANGUAGES", value: expect.not.stringMatching(/\bfr\b/) },
    { name: "SITE_LANGUAGE", value: "de" },
  ]);
  await expect(languages.getByLabel("French")).not.toBeChecked();
  for (const box of await languages.getByRole("checkbox").all())
    if (await box.isEnabled()) await box.uncheck();
  const left = languages.getByRole("checkbox", { checked: true });
  await expect(left).toHaveCount(1);
  await expect(left).toBeDisabled();
  await expectAccessibleOnScreens();
  await languages.getByLabel("French").check();
  for (const box of await languages.getByRole("checkbox").all())
    await box.check();
  await save("Languages");
  await expect.poll(stored).toEqual([{ name: "SITE_LANGUAGE", value: "de" }]);
});

test("mail is tried before it is saved, and its password is never shown again @soak", async ({
  mailServer,
}) => {
  const mail = group("Mail");
  await fill("Server", "127.0.0.1", { in: mail });
  await fill("Port", new URL(mailServer.url).port, { in: mail });
  await fill("From", "rocks@example.org", { in: mail });
  await fill("Daily mail to", "me@example.org", { in: mail });
  await save("Mail");
  await expect(mail).toContainText("One is set.");
  await press("Send a test mail", { in: mail });
  await sees("A test mail is on its way");
  expect(mailServer.mails.map(({ receivers }) => receivers)).toEqual(
    Array(2).fill(["me@example.org"]),
  );
  expect(stored().map(({ name }) => name)).toEqual([
    "DIGEST_TO",
    "MAIL_FROM",
    "SMTP_URL",
  ]);

  await holds("Server", "", { in: mail });
  await holds("Password", "", { in: mail });
});
