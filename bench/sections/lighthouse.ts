import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { findChromium } from "../../scripts/system/chromium.mjs";
import { notMeasured, limit, unit, type Row } from "../report.ts";

const CLI = ".cache/bench/tools/node_modules/lighthouse/cli/index.js";
const PAGES = ["/", "/photos", "/share-your-rock", "/map"];
const ROUNDS = 3;

/** Measures the lowest of each page's scores, as the median of the rounds. */
export async function measureLighthouse(
  baseURL: string,
  isQuick: boolean,
): Promise<Row[]> {
  const what = "Lighthouse";
  if (!existsSync(CLI))
    return [notMeasured(what, "lighthouse is not installed here")];
  const rows: Row[] = [];
  if (isQuick) return [notMeasured(what, "it takes too long for a quick run")];
  for (const page of PAGES) {
    const runs: Score[] = [];
    for (let run = 0; run < ROUNDS; run++)
      runs.push(await findLowest(baseURL + page));
    runs.sort((a, b) => a.score - b.score);
    const middle = runs[(ROUNDS - 1) / 2]!;
    rows.push(
      limit(
        `${what} of ${page}, the lowest of its four scores (${middle.title})`,
        unit(""),
        Math.round(100 * middle.score),
        { atLeast: 95 },
        "Lighthouse's phone runs scripts at a quarter of this machine's speed, and browser and site share its two cores",
      ),
    );
  }
  return rows;
}

interface Score {
  title: string;
  /** 0 to 1. */
  score: number;
}

/** Returns the lowest of a page's scores. Lighthouse sometimes misses the start of a page, so this tries again. */
async function findLowest(address: string, attempts = 3): Promise<Score> {
  try {
    const scores = await run(address);
    return scores.reduce((a, b) => (a.score <= b.score ? a : b));
  } catch (error) {
    if (attempts === 1) throw error;
    return findLowest(address, attempts - 1);
  }
}

/** Runs Lighthouse once. Throws if it could not measure. */
async function run(address: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      CLI,
      address,
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
    categories: Record<string, Score>;
  };
  return Object.values(categories);
}
