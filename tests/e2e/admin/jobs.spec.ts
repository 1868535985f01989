import { rm } from "node:fs/promises";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { fill, holds, press } from "#tests/setup/browser/steps.ts";

test("the admin makes missing images again, and reads what came of it", async () => {
  const countJobs = () =>
    site.query<{ n: number }>(
      "SELECT count(*) AS n FROM jobs WHERE kind = 'create-images'",
    )[0]!.n;
  const before = countJobs();
  const sent = await site.sendFind();
  const { uuid } = (await sent.json()) as { uuid: string };
  await site.untilIdle();
  await rm(`${site.mediaDir}/rocks/214/${uuid}/sm`, { recursive: true });

  await openAdmin("Jobs");

  const box = page.getByRole("region", { name: "Create Images" });
  await holds("Path", "media/rocks", { in: box });
  await expect(box.getByLabel("Regenerate Images")).not.toBeChecked();
  await press("Start", { in: box });
  await expect(box.getByRole("status")).toContainText(
    "✅ Success: 1 image made",
  );
  await expect(
    page
      .getByRole("region", { name: "Past jobs" })
      .getByRole("listitem")
      .first(),
  ).toContainText("1 image made");

  await fill("Path", "media/elsewhere", { in: box });
  await press("Start", { in: box });
  await expect(box.getByRole("status")).toContainText(
    "❌ Error: There is no such folder",
  );
  expect(countJobs()).toBe(before + 1);
});
