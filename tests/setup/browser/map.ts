import type { Page } from "playwright/test";
import { expect } from "#tests/setup/browser/browser.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import type { Site } from "#tests/setup/processes/site.ts";

export const pins = (page: Page) => page.locator(".pebble-pin");
export const clusters = (page: Page) => page.locator(".pebble-pile");
export const pin = (page: Page, rock: number) =>
  page.getByRole("button", { name: `Rock ${rock}`, exact: true });
export const popup = (page: Page) => page.getByRole("dialog");
export const link = (page: Page, rock: number) =>
  page.locator(".rock-links a", {
    has: page.getByText(`Rock ${rock}`, { exact: true }),
  });

export async function openMap(page: Page, path = "/map") {
  await page.goto(path);
  await expect(page.locator(".map-loading")).toHaveCount(0);
  await expect(page.locator(".leaflet-container")).toBeVisible();
}

export const addThree = (site: Site) =>
  addPosts(site, [
    { rock: 1, at: [0, 0] },
    { rock: 2, at: [48.85, 2.35], date: "2026-01-01" },
    { rock: 2, at: [52.52, 13.4], date: "2026-02-01" },
    { rock: 3, at: [-33.87, 151.2] },
    { rock: 4 },
  ]);
