import type { Locator, Page } from "playwright/test";
import { expect } from "./browser.ts";
import { alter, shareSession } from "../calls/site-calls.ts";
import type { Site } from "../processes/site.ts";

/** Forgets what earlier tests have put into the trash. */
export const emptyTrash = (site: Site) =>
  alter(site, "DELETE FROM trash; DELETE FROM trashed_rock_artists");

/** Calls the API as the admin. */
export async function callAsAdmin(
  site: Site,
  method: string,
  path: string,
  body?: unknown,
) {
  const answer = await fetch(site.baseURL + path, {
    method,
    headers: {
      cookie: await shareSession(site),
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return answer;
}

export const toast = (page: Page | Locator) =>
  page.getByRole("status").filter({ hasText: /trash\.|back\.|gone\./ });

export const undoButton = (page: Page) =>
  page.getByRole("button", { name: "Undo" });
