import type { Locator } from "playwright/test";
import type { Suggestion } from "#domain/finds/schemas.ts";
import { expect, site } from "#tests/setup/e2e/test.ts";
import { submit } from "#tests/setup/e2e/share-form.ts";
import { seesA } from "#tests/setup/e2e/steps.ts";

/** Where a finder says that the find was. */
export const SUGGESTION = {
  latitude: 56.2218,
  longitude: -2.701,
  accuracy: 12.4,
  source: "device",
};

/** The part of the form about the place on the map. */
export const placeOf = (form: Locator) =>
  form.getByRole("group", { name: "On the map" });

/** Fills what is still needed, and sends the form. */
export async function send(form: Locator, comment: string) {
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location").fill("On the wall");
  await form.getByLabel("Comment").fill(comment);
  await submit(form).click();
  await seesA("dialog", "Thank You!");
}

/** What the site has stored of a find's place, by the find's comment. */
export function storedPlace(comment: string) {
  const [find] = site.query<{ suggestion: string | null; precision: number }>(
    `SELECT suggestion, precision FROM rock_posts WHERE comment = '${comment}'`,
  );
  expect(find, `the find '${comment}'`).toBeDefined();
  return {
    precision: find!.precision,
    suggestion: JSON.parse(find!.suggestion ?? "null") as Suggestion | null,
  };
}
