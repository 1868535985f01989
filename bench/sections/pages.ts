import { copyFile } from "node:fs/promises";
import { makeStore } from "../generate/site.mjs";
import { changeSomething, makeSite } from "../data.ts";
import { ask, get, BROWSERS } from "../load.ts";
import { measureInTurn, median, perCpuSecond } from "../measure.ts";
import { compare, limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { during, onSite, startStock } from "../servers.ts";
import { measureLoads } from "./first-loads.ts";

const LIST = "/all-rocks";
const ROCKS = 1000;

export async function measurePages(plan: Plan): Promise<Row[]> {
  return [...(await measureThroughput(plan)), ...(await measureLoads(plan))];
}

async function measureThroughput({ isQuick, rounds }: Plan): Promise<Row[]> {
  const env = await makeSite(ROCKS);
  // A database and a store belong to one site at a time.
  const copy = env.DATABASE_PATH.replace(/\.sqlite$/, "-stock.sqlite");
  await copyFile(env.DATABASE_PATH, copy);
  const stockEnv = {
    DATABASE_PATH: copy,
    MEDIA_DIR: copy.replace(/\.sqlite$/, "-media"),
  };
  makeStore(stockEnv.MEDIA_DIR);
  return onSite(env, (site) =>
    during(startStock("build/server/index.js", stockEnv), async (stock) => {
      const rate = (baseURL: string, pid: number) => () =>
        perCpuSecond([pid], () => ask(baseURL + LIST, isQuick ? 1 : 4));
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
    }),
  );
}
