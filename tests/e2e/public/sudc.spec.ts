import {
  expect,
  page,
  testWithoutRocks as test,
  seesA,
} from "#tests/setup/browser/browser.ts";

test.describe("the SUDC page", () => {
  test("tells what is known with its sources named, and has a donate link to the foundation", async () => {
    await page.goto("/sudc");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Sudden Unexplained Death in Childhood",
    );
    await seesA("heading", "Sources");
    await expect(
      page.getByRole("link", { name: /SUDC Foundation, Facts/ }),
    ).toHaveAttribute("href", "https://sudc.org/facts-statistics");
    await expect(
      page.getByRole("link", { name: /Centers for Disease Control/ }),
    ).toHaveAttribute("href", "https://wonder.cdc.gov/mcd.html");
    const donate = page.getByRole("link", { name: "Donate" });
    await expect(donate).toHaveAttribute("href", /^https:\/\//);
    await expect(donate).toHaveAttribute("target", "_blank");
  });
});
