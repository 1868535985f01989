import { page } from "#tests/setup/browser/browser.ts";

/** Keeps matching requests waiting until the returned function is called. */
export async function holdBack(url: string | RegExp) {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
