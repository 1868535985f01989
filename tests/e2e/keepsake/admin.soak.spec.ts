import { openAdmin } from "#tests/setup/calls/admin.ts";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";
import { addManyRocks, readZip } from "#tests/setup/kept-site.ts";
import { expect, test } from "#tests/setup/e2e/test.ts";
import { press, sees } from "#tests/setup/e2e/steps.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";

test("the admin has a keepsake made, sees how far it is, cancels one, and downloads it", async ({
  page,
  site,
}) => {
  // So many that it is still being made when axe has looked at it.
  addManyRocks({ exec: (sql) => site.alter(sql) }, 3000);
  await openAdmin("Site#keepsake");
  const shared = page.getByRole("article", { name: "For everybody" });
  const own = page.getByRole("article", { name: "For the family" });
  await expect(shared.getByRole("status")).toHaveText("None yet");
  await expect(shared.getByRole("link")).toHaveCount(0);

  await press("Make it", { in: own });
  await expect(own.getByRole("progressbar")).toBeVisible();
  await expect(own.getByRole("status")).toHaveText(
    /^[\d,]+ of [\d,]+ pages$|^Packing: /,
  );
  await expectAccessible();
  await press("Cancel", { in: own });
  await sees("The last one was cancelled.", { in: own });
  await expect(own.getByRole("link")).toHaveCount(0);

  emptyRocks(site);
  await press("Make it", { in: shared });
  const link = shared.getByRole("link", { name: "Download" });
  await expect(link).toBeVisible();
  await expect(shared.getByRole("status")).toHaveText(
    /^\d+ [kM]B, made on \d+ \w+ \d{4} at \d\d:\d\d UTC$/,
  );
  await expect(
    shared.getByRole("button", { name: "Make a new one" }),
  ).toBeEnabled();
  await expectAccessible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    link.click(),
  ]);
  expect(download.suggestedFilename()).toBe("keepsake-public.zip");
  expect((await readZip(await download.path())).has("index.html")).toBe(true);
  await expect(page).toHaveURL(/\/admin\/site#keepsake$/);
});
