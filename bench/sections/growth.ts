import { statSync } from "node:fs";
import { makeSite } from "../data.ts";
import { ask, BROWSERS, get } from "../load.ts";
import { median, peakMemory, perCpuSecond } from "../measure.ts";
import { compare, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { onSite } from "../servers.ts";

/** Compares the large site with one of a hundredth of its rocks. */
export async function measureGrowth({ isQuick, rocks }: Plan): Promise<Row[]> {
  const seconds = isQuick ? 1 : 4;
  const small = await measureSite(rocks / 100, seconds);
  const large = await measureSite(rocks, seconds);
  const name = `${(rocks / 100).toLocaleString("en")} rocks`;
  return (
    [
      ["The newest finds, a response that is cached, a CPU second", "cached"],
      ["One rock's finds, a response that is made each time, a second", "made"],
      ["Peak memory of the web process, MB", "memory"],
      ["The database, MB", "database"],
    ] as const
  ).map(([what, key]) =>
    compare(what, unit(""), large[key], { name, value: small[key] }),
  );
}

async function measureSite(rocks: number, seconds: number) {
  const env = await makeSite(rocks);
  return onSite(env, async (site) => {
    const cached = await perCpuSecond([site.pid()], () =>
      ask(`${site.baseURL}/track-the-rocks`, seconds),
    );
    const times: number[] = [];
    for (let n = 0; n < 100; n++) {
      const rock = 1 + Math.floor((n / 100) * (rocks - 1));
      const address = `${site.baseURL}/api/rock-posts/${rock}`;
      times.push((await get(address, BROWSERS)).ms);
    }
    for (const address of ["/api/rock-posts/locations/all", "/all-rocks"])
      await get(site.baseURL + address, BROWSERS);
    return {
      cached,
      made: 1000 / median(times),
      memory: await peakMemory(site.pid()),
      database: statSync(env.DATABASE_PATH).size / 1e6,
    };
  });
}
