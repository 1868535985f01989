import type { Locator, Page } from "playwright/test";
import { expect, page } from "./test.ts";

type Role = Parameters<Page["getByRole"]>[0];
type Name = string | RegExp;

/** The part of the page that is meant, if it isn't all of it, or another page. */
interface Where {
  in?: Page | Locator;
  exact?: boolean;
}

const text = (words: Name, { in: where = page, exact }: Where = {}) =>
  where.getByText(words, { exact });
const field = (label: Name, { in: where = page, exact }: Where = {}) =>
  where.getByLabel(label, { exact });
const part = (
  role: Role,
  name: Name,
  { in: where = page, ...how }: Where & Parameters<Page["getByRole"]>[1] = {},
) => where.getByRole(role, { name, ...how });

type Text = Parameters<typeof text>;
type Part = Parameters<typeof part>;

/** Waits until the page shows a text. */
export const sees = (...seen: Text) => expect(text(...seen)).toBeVisible();

/** Waits until the page doesn't have a text. */
export const seesNo = (...seen: Text) => expect(text(...seen)).toHaveCount(0);

/** Waits until the page shows something by its role and name. */
export const seesA = (...seen: Part) => expect(part(...seen)).toBeVisible();

/** Waits until the alert or the status says a text. */
export const says = (
  role: "alert" | "status",
  words: Name,
  { in: where = page }: Where = {},
) => expect(where.getByRole(role)).toContainText(words);

/** Presses a button. */
export const press = (name: Name, where?: Where) =>
  part("button", name, where).click();

/** Presses a button by a key. */
export const pressBy = (key: string, name: Name, where?: Where) =>
  part("button", name, where).press(key);

export const pressLink = (name: Name, where?: Where) =>
  part("link", name, where).click();

/** Waits until a link leads to an address. */
export const leadsTo = (address: Name, name: Name, where?: Where) =>
  expect(part("link", name, where)).toHaveAttribute("href", address);

/** Fills in the field with a label. */
export const fill = (label: Name, value: string, where?: Where) =>
  field(label, where).fill(value);

/** Waits until the field with a label has a value. */
export const holds = (label: Name, value: Name, where?: Where) =>
  expect(field(label, where)).toHaveValue(value);

/** Waits until something has the focus, by its role and name. */
export const hasFocus = (...focused: Part) =>
  expect(part(...focused)).toBeFocused();

/** Waits until a button is off. */
export const isOff = (name: Name, where?: Where) =>
  expect(part("button", name, where)).toBeDisabled();

/** Waits until a text is there for readers of the screen. */
export const hears = (...heard: Text) => expect(text(...heard)).toBeAttached();

/** Waits until there are so many pictures, and each is drawn. */
export const areDrawn = (pictures: Locator, count = 1) =>
  expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.map((picture) => (picture as HTMLImageElement).naturalWidth > 0),
      ),
    )
    .toEqual(Array(count).fill(true));
