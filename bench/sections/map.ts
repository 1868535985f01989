import type { Browser, Page } from "playwright";
import { makeSite } from "../data.ts";
import { measureRounds } from "../measure.ts";
import { limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { inBrowser } from "../servers.ts";

interface Seen {
  tasks: { start: number; duration: number }[];
  firstPin: number;
  frames: number[];
}

export async function measureMap({ rocks, rounds }: Plan): Promise<Row[]> {
  const env = await makeSite(rocks);
  return inBrowser(env, async (browser, site) => {
    const found = await measureRounds(rounds, () =>
      openMap(browser, `${site.baseURL}/map`),
    );
    return [
      limit(
        "Longest task of the main thread, from the first byte of the page",
        unit("ms"),
        found.longest,
        { atMost: 100 },
        "the page's first layout and the start of its scripts, on this machine",
      ),
      limit(
        "The same, from the arrival of the pins, with dragging and zooming",
        unit("ms"),
        found.withPins,
      ),
      limit(
        "From the arrival of the pins to the first of them on the map",
        unit("s", 2),
        found.first / 1000,
        { atMost: 1.5 },
      ),
      limit(
        "Frames a second while the map is dragged and zoomed",
        unit("", 1),
        found.frames,
        { atLeast: 50 },
        "Chromium draws without a graphics card here",
      ),
    ];
  });
}

async function openMap(browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
  });
  await context.addInitScript(watch);
  const page = await context.newPage();
  try {
    // A web worker fetches the pins, so they are not in the page's own timeline.
    const came = page
      .waitForEvent("requestfinished", (request) =>
        request.url().includes("/rock-posts/locations/"),
      )
      .then((request) => {
        const { startTime, responseEnd } = request.timing();
        return startTime + responseEnd;
      });
    await page.goto(address);
    await page.waitForFunction(() => seen().firstPin > 0, null, {
      timeout: 60_000,
    });
    const frames = await move(page);
    const { tasks, firstPin, origin } = await page.evaluate(() => ({
      ...seen(),
      origin: performance.timeOrigin,
    }));
    const longest = (from: number) =>
      Math.max(
        0,
        ...tasks
          .filter(({ start }) => origin + start >= from)
          .map(({ duration }) => duration),
      );
    return {
      longest: longest(0),
      withPins: longest(await came),
      first: origin + firstPin - (await came),
      frames,
    };
  } finally {
    await context.close();
  }
}

declare function seen(): Seen;

/** Runs in the page before everything else. */
function watch() {
  const all: Seen = { tasks: [], firstPin: 0, frames: [] };
  Object.assign(window, { seen: () => all });
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries())
      all.tasks.push({ start, duration });
  }).observe({ type: "longtask", buffered: true });
  const onFrame = (now: number) => {
    all.frames.push(now);
    if (!all.firstPin && document.querySelector(".leaflet-marker-pane > *"))
      all.firstPin = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}

/** Drags the map and zooms in and out. Returns the frames per second. */
async function move(page: Page) {
  const map = (await page.locator(".leaflet-container").first().boundingBox())!;
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  const from = await page.evaluate(() => seen().frames.length);
  for (let turn = 0; turn < 3; turn++) {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let step = 0; step < 40; step++)
      await page.mouse.move(
        middle.x + 200 * Math.sin(step / 6),
        middle.y + 100 * Math.sin(step / 9),
      );
    await page.mouse.up();
    for (let step = 0; step < 3; step++)
      await page.mouse.wheel(0, turn % 2 ? 240 : -240);
    // Leaflet's zoom animation takes this long.
    await page.waitForTimeout(500);
  }
  return page.evaluate((start) => {
    const frames = seen().frames.slice(start);
    return (1000 * (frames.length - 1)) / (frames.at(-1)! - frames[0]!);
  }, from);
}
