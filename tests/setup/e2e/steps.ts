import type { Locator, Page } from "playwright/test";
import { expect, page } from "./test.ts";

type Role = Parameters<Page["getByRole"]>[0];
type Name = string | RegExp;

/** The part of the page that is meant, if it isn't all of it, or another page. */
interface Where {
  in?: Page | Locator;
  exact?: boolean;
}

/** Waits until the page shows a text. */
export const sees = (text: Name, { in: where = page, exact }: Where = {}) =>
  expect(where.getByText(text, { exact })).toBeVisible();

/** Waits until the page doesn't have a text. */
export const seesNo = (text: Name, { in: where = page, exact }: Where = {}) =>
  expect(where.getByText(text, { exact })).toHaveCount(0);

/** Waits until the page shows something by its role and name. */
export const seesA = (
  role: Role,
  name: Name,
  {
    in: where = page,
    ...options
  }: Where & Parameters<Page["getByRole"]>[1] = {},
) => expect(where.getByRole(role, { name, ...options })).toBeVisible();

/** Presses a button. */
export const press = (name: Name, { in: where = page, exact }: Where = {}) =>
  where.getByRole("button", { name, exact }).click();

/**
 * Presses the place of a button now. The returned function presses that place again, for the browser so many seconds
 * later.
 */
export async function pressPlace(button: Locator) {
  const { x, y, width, height } = (await button.boundingBox())!;
  const at = { x: x + width / 2, y: y + height / 2 };
  const browser = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  const pressAt = async (timestamp: number) => {
    for (const type of ["mousePressed", "mouseReleased"] as const)
      await browser.send("Input.dispatchMouseEvent", {
        ...at,
        type,
        timestamp,
        button: "left",
        clickCount: 1,
      });
  };
  await pressAt(begin);
  return (seconds: number) => pressAt(begin + seconds);
}

/** Presses a button by a key, Enter unless told. */
export const pressBy = (
  key: string,
  name: Name,
  { in: where = page, exact }: Where = {},
) => where.getByRole("button", { name, exact }).press(key);

export const pressLink = (
  name: Name,
  { in: where = page, exact }: Where = {},
) => where.getByRole("link", { name, exact }).click();

/** Fills in the field with a label. */
export const fill = (
  label: Name,
  value: string,
  { in: where = page, exact }: Where = {},
) => where.getByLabel(label, { exact }).fill(value);

/** Waits until the field with a label has a value. */
export const holds = (
  label: Name,
  value: Name,
  { in: where = page, exact }: Where = {},
) => expect(where.getByLabel(label, { exact })).toHaveValue(value);

/** Waits until something has the focus, by its role and name. */
export const hasFocus = (
  role: Role,
  name: Name,
  { in: where = page, exact }: Where = {},
) => expect(where.getByRole(role, { name, exact })).toBeFocused();

/** Waits until a button is off. */
export const isOff = (name: Name, { in: where = page, exact }: Where = {}) =>
  expect(where.getByRole("button", { name, exact })).toBeDisabled();

/** Waits until a text is there for readers of the screen. */
export const hears = (text: Name, { in: where = page, exact }: Where = {}) =>
  expect(where.getByText(text, { exact })).toBeAttached();

/** Waits until there are so many pictures, and each is drawn. */
export const areDrawn = (pictures: Locator, count = 1) =>
  expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.map((picture) => (picture as HTMLImageElement).naturalWidth > 0),
      ),
    )
    .toEqual(Array(count).fill(true));
