import { PHONE } from "#tests/setup/e2e/screens.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPost, keysOfFinds } from "#tests/setup/calls/rocks.ts";
import { addReviewKey } from "#tests/setup/calls/review-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { SUGGESTION } from "#tests/setup/e2e/place.ts";
import { sees, seesA } from "#tests/setup/e2e/steps.ts";

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("from the mail's link to a find that everyone sees it is one press; opening it changes nothing, not even the count of visits, and its key is in no request's address", async () => {
    const suggestion = JSON.stringify(SUGGESTION);
    await site.sendFind({ ...findFields, suggestion });
    await site.untilIdle();
    const key = addReviewKey(site, keysOfFinds());
    const asked: string[] = [];
    page.on("request", (request) => {
      asked.push(`${request.url()} ${request.headers().referer ?? ""}`);
    });
    const rows = () =>
      site.tables().map((name) => site.query(`SELECT * FROM "${name}"`));
    const before = rows();
    await page.goto(`/review#${key}`);
    await expect(
      page.locator('.review-big img[data-size="large"]'),
    ).toBeVisible();
    expect(rows()).toEqual(before);
    let presses = 0;
    await page.exposeFunction("countPress", () => presses++);
    await page.evaluate(() =>
      document.addEventListener("click", () =>
        (window as unknown as { countPress: () => void }).countPress(),
      ),
    );
    await page.getByRole("button", { name: "Show" }).tap();
    await seesA("heading", "Nothing is waiting.");
    expect(presses).toBe(1);
    expect(asked.join()).toContain("/api/review");
    expect(asked.join()).not.toContain(key);
    const pins = await page.request.get("/api/rock-posts/locations/all");
    expect(await pins.json()).toMatchObject([
      { rock_number: 214, latitude: 56.2218, longitude: -2.701 },
    ]);
  });
});

test("the link offers nothing that only the admin may do, and its decisions can be taken back until it expires @soak", async () => {
  addPost(site, { location: "Pier", show: false, email: "ann@example.org" });
  addPost(site, { location: "Not in the mail", show: false });
  await page.goto(`/review#${addReviewKey(site, keysOfFinds().slice(0, 1))}`);
  const heading = page.getByRole("heading", { level: 1, name: /^1 of 1/ });
  await expect(heading).toBeVisible();
  await sees("Rock 214", { exact: true });
  for (const name of ["Edit", "Set the place"])
    await expect(page.getByRole("button", { name })).toBeHidden();
  await expect(page.getByRole("textbox")).toBeHidden();
  await expect(page.getByText("ann@example.org")).toBeHidden();
  await page.keyboard.press("e");
  await page.keyboard.press("h");
  await seesA("heading", "Nothing is waiting.");
  await page.keyboard.press("u");
  await expect(heading).toBeFocused();
  site.alter("UPDATE review_keys SET expires_dt = '2026-01-01'");
  await page.keyboard.press("s");
  await seesA("heading", "This link doesn’t work any more");
  expect(site.query("SELECT show, put_aside FROM rock_posts")).toEqual([
    { show: 0, put_aside: 0 },
    { show: 0, put_aside: 0 },
  ]);
});
