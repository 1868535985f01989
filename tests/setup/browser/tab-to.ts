import { page } from "#tests/setup/browser/browser.ts";

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
