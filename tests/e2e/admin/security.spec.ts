import jsQR from "jsqr";
import sharp from "sharp";
import { notePrints } from "#tests/setup/e2e/pages.ts";
import {
  expectAccessible,
  expectNothingWider,
  PHONE,
} from "#tests/setup/e2e/screens.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  ageConfirmations,
  codeOf,
  countSessions,
  forgetUsedCodes,
  switchOnSecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import {
  answerDialogs,
  goTo,
  openAdmin,
  sendSignIn,
  signInByForm,
} from "#tests/setup/calls/admin.ts";
import {
  fill,
  hasFocus,
  press,
  pressBy,
  says,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import { readFileSync } from "node:fs";

test.beforeEach(() =>
  site.alter(`DELETE FROM admin_sessions;
     INSERT OR REPLACE INTO site_texts (key, value) VALUES ('site_name', 'Robin’s Rocks')`),
);

const box = () => page.getByRole("region", { name: "Second factor" });

/** What a phone's camera reads from the code on the screen. */
async function scan() {
  const picture = box().getByRole("img");
  await expect(picture.locator("path")).toHaveAttribute("d", /./);
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test("on a phone, the admin scans the code, switches it on, keeps the recovery codes, and signs in with one", async () => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await signInByForm("Security");
  await expect(box()).toContainText("Off.");
  await press("Set it up", { in: box() });

  const scanned = new URL((await scan()) ?? "about:nothing");
  expect(scanned.href).toContain(
    "otpauth://totp/Robin%E2%80%99s%20Rocks:admin",
  );
  const secret = scanned.searchParams.get("secret")!;
  const written = await box().locator(".security-secret").innerText();
  expect(written.replace(/\s/g, "")).toBe(secret);
  const code = box().getByLabel("The six digits that the app shows now");
  await code.fill("000000");
  await code.press("Enter");
  await expect(code).toHaveAttribute("aria-invalid", "true");

  await code.fill(codeOf(secret));
  await press("Switch on", { in: box() });
  const codes = box().getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await expectAccessible();
  await expectNothingWider();
  await press("I have kept them", { in: box() });
  await expect(box()).toContainText("10 of 10 recovery codes are left");
  await expect(box()).not.toContainText(recoveryCode);
  await sees("The second factor was switched on");

  await page.goto("/login");
  await sendSignIn();
  await expect(page.getByLabel("Code")).toBeFocused();
  await expectAccessible();
  await fill("Code", "123 456");
  await page.getByLabel("Code").press("Enter");
  await says("alert", "That code is not right");
  // The step is still there after a reload.
  await page.reload();
  await fill("Code", recoveryCode);
  await press("Continue");
  await seesA("heading", "Dashboard");
  await goTo("Security");
  await expect(box()).toContainText("9 of 10 recovery codes are left");
});

test("new recovery codes are copied and printed, and the second factor is switched off by keyboard, with password and code after ten minutes @soak", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await notePrints();
  await signInByForm();
  const { secret, recoveryCodes } = await switchOnSecondFactor(
    site,
    await site.signIn(),
  );
  await goTo("Security");
  await press("New recovery codes", { in: box() });
  const codes = box().getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const shown = await codes.allInnerTexts();
  expect(shown).not.toContain(recoveryCodes[0]);
  await press("Copy", { in: box() });
  await sees("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    shown.join("\n"),
  );
  const opening = page.waitForEvent("popup");
  await press("Print", { in: box() });
  const sheet = await opening;
  await expect(sheet.getByRole("listitem")).toHaveText(shown);
  await sheet.close();
  await press("I have kept them", { in: box() });

  ageConfirmations(site);
  const asked = answerDialogs();
  await pressBy("Enter", "Switch off", { in: box() });
  const dialog = page.getByRole("dialog", { name: "Is it still you?" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expectAccessible();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Tab");
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press("Enter");
  await says("alert", "That is not right", { in: dialog });
  await fill("Password", site.adminPassword, { in: dialog });
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await sees("The second factor is off.");
  await expect(box()).toContainText("Off. Once it is on");
  expect(asked).toEqual(["Sign in with the password alone from now on?"]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in takes its two steps, may begin again, and says what is wrong @soak", async () => {
    const { secret } = await switchOnSecondFactor(site, await site.signIn());
    await page.goto("/login");
    await sendSignIn();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await expect(page.getByLabel("Code")).toHaveAttribute(
      "autocomplete",
      "one-time-code",
    );
    await fill("Code", "000000");
    await press("Continue");
    await says("alert", "That code is not right");
    await press("Begin again");
    await expect(page).toHaveURL("/login");
    await sendSignIn();
    forgetUsedCodes(site);
    await fill("Code", codeOf(secret));
    await press("Continue");
    await expect(page).toHaveURL("/admin");
    await seesA("heading", "Dashboard");
    expect(site.query("SELECT * FROM pending_sign_ins")).toEqual([]);
  });
});

test("on a phone, the admin sees the sessions, ends one, and then all others @soak", async () => {
  await page.setViewportSize(PHONE);
  for (let n = 0; n < 3; n++) await site.signIn();
  await signInByForm("Security");
  const sessions = page.getByRole("region", { name: "Signed in" });
  await expect(sessions.getByRole("listitem")).toHaveCount(4);
  await expect(
    sessions.getByRole("listitem").filter({ hasText: "This one" }),
  ).toContainText("Chrome on Linux");
  await expectAccessible();
  await expectNothingWider();

  await sessions
    .getByRole("button", { name: /^End Another/ })
    .first()
    .click();
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await hasFocus("heading", "Signed in", { in: sessions });
  await press("End all others", { in: sessions });
  await expect(sessions).toContainText("Nobody is signed in anywhere else.");
  expect(countSessions(site)).toBe(1);
  await sees("All other sessions were ended");
});

test("a download with finders' names asks for the password after ten minutes, and then comes @soak", async () => {
  await openAdmin("Journey");
  ageConfirmations(site);
  const csv = page.getByRole("link", { name: "CSV" }).first();
  await csv.click();
  const dialog = page.getByRole("dialog", { name: "Is it still you?" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(dialog.getByLabel("Code", { exact: false })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(csv).toBeFocused();

  await csv.click();
  await fill("Password", site.adminPassword, { in: dialog });
  const downloading = page.waitForEvent("download");
  await press("Go on", { in: dialog });
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("journeys.csv");
  expect(readFileSync(await download.path(), "utf8")).toContain("rock_number");
});
