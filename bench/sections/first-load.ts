import { gzipSync } from "node:zlib";
import { chromium, type Browser } from "playwright";
import { findChromium } from "../../scripts/system/chromium.mjs";

export const launchBrowser = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox"],
  });

/** An old phone. */
export const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: "block" as const,
};
const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
/** The time after the last request in which layout shifts still count. */
const SETTLE_MS = 1500;

/**
 * Loads a page for the first time on a phone (390×844, 4× slower CPU, 1.6 Mbit/s, 150 ms). Returns the
 * milliseconds to the largest paint, the layout shift, the bytes of its JavaScript, gzipped, and all bytes.
 */
export async function loadFirst(
  browser: Browser,
  baseURL: string,
  path: string,
) {
  const context = await browser.newContext(PHONE);
  await context.route(
    (url) => url.origin !== baseURL,
    (route) => route.abort(),
  );
  await context.addInitScript(() => {
    const seen = { paint: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) seen.shift += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js"))
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  const client = await context.newCDPSession(page);
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await client.send("Network.enable");
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await page.goto(baseURL + path, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLE_MS);
  const { paint, shift } = await page.evaluate(
    () =>
      (window as unknown as { seen: { paint: number; shift: number } }).seen,
  );
  const script = (await Promise.all(scripts)).reduce((sum, n) => sum + n, 0);
  await context.close();
  return { paint, shift, script, bytes };
}
