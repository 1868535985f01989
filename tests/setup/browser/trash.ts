import type { Locator, Page } from "playwright/test";
import { expect, page, site } from "./browser.ts";

/** Forgets what earlier tests have put into the trash. */
export const emptyTrash = () =>
  site.alter("DELETE FROM trash; DELETE FROM trashed_rock_artists");

/** Calls the API as the admin. */
export async function callAsAdmin(
  method: string,
  path: string,
  body?: unknown,
) {
  const answer = await site.fetch(path, {
    method,
    headers: {
      cookie: await site.shareSession(),
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return answer;
}

export const toast = (page: Page | Locator) =>
  page
    .getByRole("status")
    .filter({ hasText: /in the trash for|back\.|gone\./ });

export const undoButton = () => page.getByRole("button", { name: "Undo" });
