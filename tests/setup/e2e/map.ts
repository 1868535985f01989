import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright/test";
import sharp from "sharp";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import { fill } from "#tests/setup/e2e/steps.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";

export const pins = () => page.locator(".pebble-pin");
export const clusters = () => page.locator(".rock-cluster");
export const pin = (rock: number) =>
  page.getByRole("button", { name: `Rock ${rock}`, exact: true });
export const popup = () => page.getByRole("dialog");
export const link = (rock: number) =>
  page.locator(".rock-links a", {
    has: page.getByText(`Rock ${rock}`, { exact: true }),
  });

export async function openMap(path = "/map") {
  await page.goto(path);
  await expect(page.locator(".map-loading")).toHaveCount(0);
  await expect(page.locator(".leaflet-container")).toBeVisible();
}

/** Expects that the drawing of the countries has come to where it is used. */
export const expectLand = (land: Locator) =>
  expect
    .poll(() => land.evaluate((use: SVGUseElement) => use.getBBox().width))
    .toBeGreaterThan(0);

/** Searches for a town, and goes to the first of that name in a country. */
export async function goToTown(town: string, country: string) {
  await fill("Find a place or a rock number", town);
  await page
    .locator(".map-places button", { hasText: country })
    .first()
    .click();
}

export const addThree = () =>
  addPosts(site, [
    { rock: 1, at: [0, 0] },
    { rock: 2, at: [48.85, 2.35], date: "2026-01-01" },
    { rock: 2, at: [52.52, 13.4], date: "2026-02-01" },
    { rock: 3, at: [-33.87, 151.2] },
    { rock: 4 },
  ]);

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Adds rocks with finished pictures to the catalogue. Each picture is of one colour. */
export async function addStones(numbers: number[], original_file = "a.png") {
  for (const number of numbers) {
    const file = site.inStore("catalog", String(number), "pin.webp");
    await mkdir(path.dirname(file), { recursive: true });
    const picture = sharp({
      create: { width: 128, height: 128, channels: 4, background: "#b4472d" },
    }).webp();
    for (const name of ["pin", "a", "a_sm", "a_xs"])
      await picture.toFile(path.join(path.dirname(file), `${name}.webp`));
  }
  site.alter(`INSERT INTO rocks (rock_number, original_file, ready, pin_ready)
     VALUES ${numbers.map((number) => `(${number}, ${quote(original_file)}, 1, 1)`).join(",")}`);
}
