import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium, type Browser } from "playwright";
import { findChromium } from "../../scripts/system/chromium.mjs";
import { startSite } from "../setup/site.ts";

/**
 * `npx tsx tests/bench/first-load.ts [address …]`: the first load of public pages on a phone (390×844, 4× slower
 * CPU, 1.6 Mbit/s, 150 ms): largest paint, layout shift, and the JavaScript that it takes, gzipped.
 * With a demo site's data where `npm run demo` has made it. The median of each page's rounds.
 */
const PAGES =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        "/",
        "/share-your-rock",
        "/photos",
        "/track-the-rocks",
        "/sudc",
        "/privacy",
        "/all-rocks",
        "/map",
      ];
const ROUNDS = 3;
const CPU_SLOWDOWN = 4;
const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
/** Beyond the last request: what still moves then counts too. */
const SETTLE_MS = 1500;

const LIMITS = { paint: 2500, shift: 0.02, script: 130_000 };
/** Their maps and galleries are apart from the limit of scripts. */
const UNLIMITED = ["/map", "/all-rocks"];

const site = await startSite({
  env: existsSync(".demo/site.sqlite")
    ? { DATABASE_PATH: ".demo/site.sqlite", MEDIA_DIR: ".demo/media" }
    : {},
});
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
try {
  for (const path of PAGES) {
    const loads = [];
    for (let round = 0; round < ROUNDS; round++)
      loads.push(await load(browser, path));
    const paint = median(loads.map((load) => load.paint));
    const shift = median(loads.map((load) => load.shift));
    const script = median(loads.map((load) => load.script));
    const isOver =
      paint > LIMITS.paint ||
      shift > LIMITS.shift ||
      (script > LIMITS.script && !UNLIMITED.includes(path));
    console.log(
      `${path.padEnd(18)} largest paint ${(paint / 1000).toFixed(2)} s, layout shift ${shift.toFixed(3)}, JavaScript ${(script / 1000).toFixed(1)} kB gzip${isOver ? "  over its limit" : ""}`,
    );
  }
} finally {
  await browser.close();
  await site.stop();
}

async function load(browser: Browser, path: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  await context.route(
    (url) => url.origin !== site.baseURL,
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
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await page.goto(site.baseURL + path, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLE_MS);
  const { paint, shift } = await page.evaluate(
    () =>
      (window as unknown as { seen: { paint: number; shift: number } }).seen,
  );
  const script = (await Promise.all(scripts)).reduce((sum, n) => sum + n, 0);
  await context.close();
  return { paint, shift, script };
}

function median(values: number[]) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
