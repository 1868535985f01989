import { copyFile } from "node:fs/promises";
import { isAddress, PAGES } from "#app/pages.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { changeSomething, makeDemoSite, makeSite } from "../data.ts";
import { loadFirst, launchBrowser } from "./first-load.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { ask, get, BROWSERS } from "../load.ts";
import { cpuTime, measureInTurn, median } from "../measure.ts";
import { compare, limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { startStock } from "../servers.ts";

const LIST = "/all-rocks";
const ROCKS = 1000;

export async function measurePages(plan: Plan): Promise<Row[]> {
  return [...(await measureThroughput(plan)), ...(await measureLoads(plan))];
}

async function measureThroughput({ isQuick, rounds }: Plan): Promise<Row[]> {
  const DATABASE_PATH = await makeSite(ROCKS);
  // A database and a store belong to one site at a time.
  const copy = DATABASE_PATH.replace(/\.sqlite$/, "-stock.sqlite");
  await copyFile(DATABASE_PATH, copy);
  const site = await startSite({ env: { DATABASE_PATH } });
  let stock: Awaited<ReturnType<typeof startStock>> | undefined;
  try {
    stock = await startStock("build/server/index.js", {
      DATABASE_PATH: copy,
      MEDIA_DIR: copy.replace(/\.sqlite$/, "-media"),
    });
    const seconds = isQuick ? 1 : 4;
    // Requests per second of the server's CPU time.
    const rate = (baseURL: string, pid: number) => async () => {
      const before = await cpuTime(pid);
      const count = await ask(baseURL + LIST, seconds);
      return count / ((await cpuTime(pid)) - before);
    };
    const found = await measureInTurn(rounds, {
      product: rate(site.baseURL, site.pid()),
      stock: rate(stock.baseURL, stock.pid),
    });
    const anew: number[] = [];
    for (let n = 0; n < 10; n++) {
      changeSomething(site);
      anew.push((await get(site.baseURL + LIST, BROWSERS)).ms);
    }
    return [
      compare(
        "A page of a long list with brotli, a CPU second",
        unit("requests"),
        found.product,
        { name: "stock remix-serve", value: found.stock },
        { atLeast: 2.5 },
      ),
      limit(
        "The same page, first request after a change",
        unit("ms", 1),
        median(anew),
      ),
    ];
  } finally {
    await stock?.stop();
    await site.stop();
  }
}

const LOADED = PAGES.filter((page) => page.sitemap && isAddress(page)).map(
  ({ path }) => path,
);
/** Pages with a map or a lightbox. They are exempt from the script limit. */
const UNLIMITED = ["/map", "/all-rocks"];

async function measureLoads({ isQuick }: Plan): Promise<Row[]> {
  const browser = await launchBrowser();
  const site = await startSite({ env: makeDemoSite() });
  try {
    const worst = { paint: 0, shift: 0, script: 0 };
    const where = { paint: "", shift: "", script: "" };
    for (const path of isQuick ? LOADED.slice(0, 2) : LOADED) {
      const loads = [];
      for (let round = 0; round < (isQuick ? 1 : 3); round++)
        loads.push(await loadFirst(browser, site.baseURL, path));
      for (const key of ["paint", "shift", "script"] as const) {
        if (key === "script" && UNLIMITED.includes(path)) continue;
        const value = median(loads.map((load) => load[key]));
        if (value >= worst[key]) {
          worst[key] = value;
          where[key] = path;
        }
      }
    }
    return [
      limit(
        `First load on a slow phone, largest paint, worst page (${where.paint})`,
        unit("s", 2),
        worst.paint / 1000,
        { atMost: 2.5 },
      ),
      limit(
        `The same, layout shift (${where.shift})`,
        unit("", 3),
        worst.shift,
        { atMost: 0.02 },
        "a line wraps in the fallback font but not in the page's own, which sometimes arrives after the first paint",
      ),
      limit(
        `The same, JavaScript gzipped, without map and lightbox (${where.script})`,
        unit("kB", 1),
        worst.script / 1000,
        { atMost: 118 },
      ),
      ...(await measureLighthouse(site.baseURL, isQuick)),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}
