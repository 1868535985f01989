import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { findChromium } from "../../scripts/system/chromium.mjs";
import { leftOut, limit, SECTIONS, unit, type Row } from "./report.ts";

const section = SECTIONS.pages;
const CLI = ".cache/bench/tools/node_modules/lighthouse/cli/index.js";
const PAGES = ["/", "/photos", "/share-your-rock", "/map"];

/** Its categories' scores, the worst of the pages that count. */
export async function measureLighthouse(
  baseURL: string,
  isQuick: boolean,
): Promise<Row[]> {
  const what = "Lighthouse";
  if (!existsSync(CLI))
    return [leftOut(section, what, "lighthouse could not be had here")];
  const rows: Row[] = [];
  if (isQuick)
    return [leftOut(section, what, "it takes too long for a quick run")];
  for (const page of PAGES) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        CLI,
        baseURL + page,
        "--quiet",
        "--output=json",
        "--only-categories=performance,accessibility,best-practices,seo",
        "--chrome-flags=--headless=new --no-sandbox",
      ],
      {
        env: { ...process.env, CHROME_PATH: findChromium() },
        maxBuffer: 64e6,
      },
    );
    const { categories } = JSON.parse(stdout) as {
      categories: Record<string, { title: string; score: number }>;
    };
    const scores = Object.values(categories);
    const least = scores.reduce((a, b) => (a.score <= b.score ? a : b));
    rows.push(
      limit(
        {
          section,
          what: `${what} of ${page}, the least of its four scores (${least.title})`,
          format: unit(""),
          value: Math.round(100 * least.score),
          stop: "its simulated phone pays for each style sheet and script with a connection, for this is HTTP/1.1 from one slow machine",
        },
        { atLeast: 95 },
      ),
    );
  }
  return rows;
}
