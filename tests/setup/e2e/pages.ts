import type { Page, Request } from "playwright/test";
import { context, page } from "#tests/setup/e2e/test.ts";
import { press } from "#tests/setup/e2e/steps.ts";

/** Waits until React has hydrated the page, so that it reacts to a click at once. */
export const untilAlive = (page: Page) =>
  page.waitForFunction(() => window.earlyClick === null);

export async function visit(path: string) {
  await page.goto(path);
  await untilAlive(page);
}

export async function search(number: string) {
  await press("Search", { exact: true });
  const asking = page.getByRole("dialog", { name: "Search" });
  await asking.getByLabel("Rock Number").fill(number);
  await asking.getByRole("button", { name: "Search", exact: true }).click();
}

export const dialog = (name: string | RegExp) =>
  page.getByRole("dialog", { name, exact: true });
export const lightbox = () => dialog("Photographs");

/** Keeps matching requests waiting until the returned function is called. */
export async function holdBack(
  url: string | RegExp,
  isHeld: (request: Request) => boolean = () => true,
) {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return release;
}

/** Counts the calls of `print` in `data-prints`, because a headless browser can't print. */
export const notePrints = (of = context) =>
  of.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.prints = String(Number(dataset.prints ?? 0) + 1);
    };
  });

/** Presses Tab until the focus is on what has this name. */
export async function tabTo(name: string | RegExp) {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return (
        element.getAttribute("aria-label") ??
        element.labels?.[0]?.textContent ??
        element.textContent
      );
    });
    const text = label?.trim() ?? "";
    if (typeof name === "string" ? text === name : name.test(text)) return;
  }
  throw new Error(`Tab leads to no ${String(name)}`);
}

/** Collects the errors that the page logs from now on. Returns a function that gives them, one per line. */
export function listenForErrors() {
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  return () => logged.join("\n");
}

/** Collects the addresses that the page asks for from now on. */
export function listenForRequests() {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  return asked;
}
