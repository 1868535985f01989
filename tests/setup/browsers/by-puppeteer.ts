import type { ElementHandle, LaunchOptions, Browser } from "puppeteer-core";
import { type Driver, findElement, WINDOW } from "./visitor.ts";

type Launch = (options: LaunchOptions) => Promise<Browser>;

/** Firefox by WebDriver BiDi, or an old Chrome. */
export async function driveByPuppeteer(
  launch: Launch,
  options: LaunchOptions,
): Promise<Driver> {
  const browser = await launch({ headless: true, ...options });
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  await page.setViewport(WINDOW);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => void dialog.accept());
  return {
    faults,
    open: (address) => page.goto(address),
    run: (work, ...args) =>
      page.evaluate(work as (...args: unknown[]) => never, ...args),
    async find(...what) {
      const handle = await page.evaluateHandle(findElement, ...what);
      const element = handle.asElement() as ElementHandle<HTMLElement> | null;
      return (
        (element && {
          click: () => element.click(),
          async type(text) {
            await element.evaluate((field) =>
              (field as HTMLInputElement).select(),
            );
            await element.type(text);
          },
          choose: (files) =>
            (element as unknown as ElementHandle<HTMLInputElement>).uploadFile(
              ...files,
            ),
        }) ??
        undefined
      );
    },
    key: (key) => page.keyboard.press(key as "Enter"),
    async drag([from, ...points]) {
      await page.mouse.move(...from!);
      await page.mouse.down();
      for (const [x, y] of points) await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.up();
    },
    draw: (path) => page.screenshot({ path: path as `${string}.png` }),
    close: () => browser.close(),
  };
}
