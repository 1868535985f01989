import {
  albums,
  inOrder,
  makeAlbums,
  rowOf,
} from "#tests/setup/browser/albums.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { press } from "#tests/setup/browser/steps.ts";

test("the order of the albums has arrows for a place up or down, off for the first up and the last down, and keeps the focus @soak", async () => {
  await makeAlbums(["one", "two", "three"]);
  await openAdmin("Albums");
  await expect(
    page.getByRole("button", { name: "Move one up" }),
  ).toBeDisabled();
  await expect(
    page.getByRole("button", { name: "Move three down" }),
  ).toBeDisabled();
  const up = page.getByRole("button", { name: "Move three up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await inOrder(albums(), ["one", "three", "two"]);
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await inOrder(albums(), ["three", "one", "two"]);
  await expect(
    page.getByRole("button", { name: "Move three down" }),
  ).toBeFocused();
  await expect(page.getByText("three: place 1 of 3")).toBeAttached();
  expect(
    site.query("SELECT name, order_num FROM albums ORDER BY order_num"),
  ).toEqual([
    { name: "three", order_num: 1 },
    { name: "one", order_num: 2 },
    { name: "two", order_num: 3 },
  ]);
});

test("the order of the albums takes an album that is dragged to another place @soak", async () => {
  await makeAlbums(["one", "two", "three", "four"]);
  await openAdmin("Albums");
  await rowOf("four").locator(".grip").hover();
  await page.mouse.down();
  await rowOf("one").locator(".grip").hover();
  await page.mouse.up();
  await expect(page.getByText("four: place 1 of 4")).toBeAttached();
  await inOrder(albums(), ["four", "one", "two", "three"]);
  await press("Refresh", { exact: true });
  await inOrder(albums(), ["four", "one", "two", "three"]);
});

test("the order of the albums takes an album that is moved by keyboard alone, and tells a screen reader", async () => {
  await makeAlbums(["one", "two", "three"]);
  await openAdmin("Albums");
  const grip = page.getByRole("button", {
    name: "Drag three to another place",
  });
  await grip.focus();
  await page.keyboard.press("Space");
  await expect(
    page.getByText("You have picked up three, at place 3 of 3."),
  ).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(
    page.getByText("three is now over place 2 of 3."),
  ).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(
    page.getByText("three is now over place 1 of 3."),
  ).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText("three: place 1 of 3")).toBeAttached();
  await inOrder(albums(), ["three", "one", "two"]);
  await expect(grip).toBeFocused();
  expect(site.query("SELECT name FROM albums ORDER BY order_num")).toEqual([
    { name: "three" },
    { name: "one" },
    { name: "two" },
  ]);
});
