import { expect, page } from "#tests/setup/e2e/test.ts";

/** How much of what has the focus lies open, of the part within the window. */
const openPart = () => {
  const focused = document.activeElement!;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const points = parts
    .flatMap((x) =>
      parts.map((y) => [left + width * x, top + height * y] as const),
    )
    .filter(([x, y]) => document.elementFromPoint(x, y) !== null);
  const open = points.filter(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return (
      focused.contains(top) ||
      focused.closest("label")?.contains(top) ||
      top?.contains(focused)
    );
  });
  return points.length && open.length / points.length;
};

const nameOfFocused = () => {
  const focused = document.activeElement!;
  return focused.getAttribute("aria-label") ?? focused.textContent;
};

/** Whether an outline shows what has the focus, on it or on its label. Browsers mark the parts of a date by themselves. */
const hasOutline = () => {
  const focused = document.activeElement!;
  return (
    focused.matches("[type=date]") ||
    [focused, focused.closest("label") ?? focused].some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    })
  );
};

/**
 * Follows Tab through the page or its open dialog, and expects an outline on what has the focus, and nothing over it.
 * Returns the names of all that had the focus. @param presses absent: to the last target
 */
export async function expectFocusSeen(presses = Infinity) {
  const names: string[] = [];
  for (let press = 1; press <= presses; press++) {
    await page.keyboard.press("Tab");
    const what = await page.evaluate(() => {
      const focused = document.activeElement!;
      return focused === document.body ? "" : focused.outerHTML.slice(0, 160);
    });
    // What follows the last target is the browser's own.
    if (what === "" && presses === Infinity) break;
    if (what === "" || what.includes("skip")) continue;
    names.push(await page.evaluate(nameOfFocused));
    expect(await page.evaluate(hasOutline), `${page.url()}: ${what}`).toBe(
      true,
    );
    await expect
      .poll(() => page.evaluate(openPart), {
        message: `${page.url()}, press ${press}: ${what}`,
        timeout: 3000,
      })
      .toBeGreaterThan(0.5);
  }
  return names;
}
