import { signInByForm } from "#tests/setup/calls/admin.ts";
import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { seesA } from "#tests/setup/browser/steps.ts";

test.use({ siteEnv: { ADMIN_SESSION_SURVIVES_RELOAD: "true" } });

test("neither a reload nor the sign-in page ends a session that may outlive its tab @soak", async () => {
  await signInByForm("Users");
  await page.reload();
  const users = page.getByRole("heading", { level: 1, name: "Users" });
  await expect(users).toBeVisible();
  await page.goto("/login");
  await seesA("heading", "Admin Login");
  await page.goto("/admin/users");
  await expect(users).toBeVisible();
});
