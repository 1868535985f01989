import type { Request } from "playwright/test";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { listenForErrors } from "#tests/setup/e2e/pages.ts";
import { pressLink, seesA } from "#tests/setup/e2e/steps.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const stored = (key: string) =>
  page.evaluate((key) => sessionStorage.getItem(key), key);

test.use({ timezoneId: "Asia/Tokyo" });

/** Collects the reports that the page sends. */
function listenForReports() {
  const reports: Record<string, unknown>[] = [];
  page.on("request", (request: Request) => {
    if (request.url().endsWith("/api/rock-count"))
      reports.push(request.postDataJSON() as Record<string, unknown>);
  });
  return reports;
}

test("a visit is reported once a session, with the QR number, session id, page and tracker data", async () => {
  const reports = listenForReports();
  const answered = page.waitForResponse("**/api/rock-count");
  await page.goto("/qr?r=308");
  expect((await answered).status()).toBe(204);
  await expect.poll(() => stored("rock_count_sent")).toBe("true");
  const session = await stored("session_id");
  expect(session).toMatch(UUID);
  expect(reports).toEqual([
    {
      rock_qr_number: "308",
      page_url: expect.stringMatching(`^${site.baseURL}/`),
      session_id: session,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      user_agent: expect.stringContaining("Mozilla"),
      platform: expect.any(String),
      language: expect.any(String),
      screen_width: 1280,
      screen_height: 720,
      color_depth: 24,
      window_width: 1280,
      window_height: 720,
      referrer: "Direct",
      cookies_enabled: true,
      online: true,
      timezone: "Asia/Tokyo",
      ip_address: "127.0.0.1",
    },
  ]);
  await page.goto("/sudc");
  await pressLink("Map", { exact: true });
  await expect(page).toHaveURL("/map");
  await page.reload();
  await seesA("heading", "On the map");
  expect(reports).toHaveLength(1);
  expect(await stored("session_id")).toBe(session);
});

test("a report that fails is logged, leaves the flag unset, and is tried again on the next page, with the time zone of a browser without Temporal too @soak", async () => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "Temporal"));
  const errors = listenForErrors();
  await page.route("**/api/rock-count", (route) =>
    route.fulfill({ status: 503, json: { error: "down" } }),
  );
  await page.goto("/sudc");
  await expect.poll(errors).toContain("Error sending rock tracking data");
  expect(await stored("rock_count_sent")).toBeNull();
  await page.unroute("**/api/rock-count");
  const session = await stored("session_id");
  const sent = page.waitForRequest("**/api/rock-count");
  await pressLink("Privacy");
  expect((await sent).postDataJSON()).toMatchObject({
    rock_qr_number: "",
    session_id: session,
    timezone: "Asia/Tokyo",
  });
  await expect.poll(() => stored("rock_count_sent")).toBe("true");
});

test("the visitor's place is sent only if that was allowed before, and nobody is asked @soak", async () => {
  await page.addInitScript(() => {
    const asked = navigator.geolocation.getCurrentPosition.bind(
      navigator.geolocation,
    );
    (window as { asked?: number }).asked = 0;
    navigator.geolocation.getCurrentPosition = (...args) => {
      (window as { asked?: number }).asked!++;
      asked(...args);
    };
  });
  const asked = () => page.evaluate(() => (window as { asked?: number }).asked);
  const first = page.waitForRequest("**/api/rock-count");
  await page.goto("/sudc");
  expect((await first).postDataJSON()).not.toHaveProperty("latitude");
  expect(await asked()).toBe(0);
  await expect.poll(() => stored("rock_count_sent")).toBe("true");

  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({
    latitude: 56.2,
    longitude: -2.7,
    accuracy: 9,
  });
  await page.evaluate(() => sessionStorage.clear());
  const second = page.waitForRequest("**/api/rock-count");
  await page.goto("/privacy");
  expect((await second).postDataJSON()).toMatchObject({
    latitude: 56.2,
    longitude: -2.7,
    accuracy: 9,
  });
});
