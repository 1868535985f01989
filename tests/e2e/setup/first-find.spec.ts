import { expect, test } from "#tests/setup/e2e/test.ts";
import { COMPUTER, expectAccessible, PHONE } from "#tests/setup/e2e/screens.ts";
import { goToFirstFind } from "#tests/setup/field/first-find.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

test("from an empty folder to the first find that everybody sees, with every step and few presses @soak", async ({
  browser,
}) => {
  const site = await startSite({ env: { ADMIN_PASSWORD: "" } });
  try {
    const { presses, label } = await goToFirstFind(
      site,
      browser,
      async (page) => {
        if (!isLongRun) return;
        await page.setViewportSize(PHONE);
        await expectAccessible(page);
        await page.setViewportSize(COMPUTER);
      },
    );
    expect(label).toBe(`${site.baseURL}/qr?r=1`);
    expect(presses).toBeLessThanOrEqual(15);
  } finally {
    await site.stop();
  }
});
