import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { findOnPath } from "../../scripts/system/find-on-path.mjs";
import { startFront, startPlainNginx } from "#tests/setup/processes/nginx.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { ask, get } from "../load.ts";
import { cpuTime, measureInTurn, withChildren } from "../measure.ts";
import { compare, notMeasured, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { startStock } from "../servers.ts";

/** Sides of squares of noise in pixels: about 15 and 500 kB as webp. */
const PICTURES = { "15 kB": 160, "500 kB": 900 };
const WARM_S = 3;
const PEER = "a resource route of 11 bytes in stock remix-serve";

export async function measureMedia(plan: Plan): Promise<Row[]> {
  const site = await startSite();
  const stock = await startStock("bench/peers/remix.mjs");
  try {
    await fill(site);
    return [
      ...(await alone(plan, site, `${stock.baseURL}/eleven`, stock.pid)),
      ...(await behindNginx(plan, site, `${stock.baseURL}/eleven`, stock.pid)),
      ...(await assets(plan, site)),
    ];
  } finally {
    await stock.stop();
    await site.stop();
  }
}

async function fill(site: Site) {
  await mkdir(site.inStore("albums/bench/webp"), { recursive: true });
  site.alter(
    "INSERT INTO albums (pa_key, name, display_name, show, order_num) VALUES (1, 'bench', 'Bench', 1, 1)",
  );
  for (const [name, side] of Object.entries(PICTURES)) {
    const file = name.replace(" ", "");
    const bytes = await noise(side);
    await writeFile(site.inStore(`albums/bench/webp/${file}.webp`), bytes);
    site.alter(`INSERT INTO photos (pa_key, original_file, name, order_num, ready, width, height)
       VALUES (1, '${file}.jpg', '${file}.webp', 1, 1, ${side}, ${side})`);
  }
}

function noise(side: number) {
  const background = "grey";
  return sharp({
    create: {
      ...{ width: side, height: side, channels: 3, background },
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .webp({ quality: 80 })
    .toBuffer();
}

const addressOf = (name: string) =>
  `/media/albums/bench/webp/${name.replace(" ", "")}.webp`;

/** Requests per CPU second of a server. */
const measureRate =
  ({ isQuick }: Plan, address: string, pids: number[]) =>
  async () => {
    const before = await cpuTime(...pids);
    const count = await ask(address, isQuick ? 1 : 3, {});
    return count / ((await cpuTime(...pids)) - before);
  };

/** Measures two servers in turn. Warms both up first, because Node compiles hot code only after a while. */
async function measureRates(
  plan: Plan,
  product: [address: string, pids: number[]],
  peer: [address: string, pids: number[]],
) {
  for (const [address] of [product, peer])
    await ask(address, plan.isQuick ? 1 : WARM_S, {});
  return measureInTurn(plan.rounds, {
    product: measureRate(plan, ...product),
    peer: measureRate(plan, ...peer),
  });
}

async function alone(plan: Plan, site: Site, eleven: string, peer: number) {
  const rows: Row[] = [];
  for (const name of Object.keys(PICTURES)) {
    const address = site.baseURL + addressOf(name);
    const found = await measureRates(
      plan,
      [address, [site.pid()]],
      [eleven, [peer]],
    );
    rows.push(
      compare(
        `A picture of ${name} from the site alone, a CPU second`,
        unit("requests"),
        found.product,
        { name: PEER, value: found.peer },
        { atLeast: 0.9 },
        "Node copies every byte into the socket, and the route of 11 bytes has none",
      ),
    );
  }
  return rows;
}

async function behindNginx(
  plan: Plan,
  site: Site,
  eleven: string,
  peer: number,
): Promise<Row[]> {
  const what =
    "The site's CPU for a picture of 500 kB behind the shipped nginx";
  if (!findOnPath("nginx"))
    return [notMeasured(what, "nginx is not installed here")];
  await site.restart({ ACCEL_REDIRECT: "/store/", TRUST_PROXY: "true" });
  const front = await startFront(site, { rate: "1000000r/s" });
  try {
    const address = front.baseURL + addressOf("500 kB");
    const found = await measureRates(
      plan,
      [address, [site.pid()]],
      [eleven, [peer]],
    );
    return [
      compare(
        what,
        unit("ms", 3),
        1000 / found.product,
        { name: PEER, value: 1000 / found.peer },
        { atMost: 1 },
        "the site logs, counts and looks up each picture; the route of 11 bytes does none of this",
      ),
    ];
  } finally {
    await front.stop();
  }
}

async function assets(plan: Plan, site: Site): Promise<Row[]> {
  const what = "A script of the site from the shipped nginx, a CPU second";
  if (!findOnPath("nginx"))
    return [notMeasured(what, "nginx is not installed here")];
  const front = await startFront(site, { rate: "1000000r/s" });
  const plain = await startPlainNginx();
  try {
    const file = readdirSync("build/client/assets").find((name) =>
      name.startsWith("root-"),
    )!;
    const asset = path.posix.join("/assets", file);
    await get(front.baseURL + asset);
    const found = await measureRates(
      plan,
      [front.baseURL + asset, await withChildren(front.pid)],
      [plain.baseURL + asset, await withChildren(plain.pid)],
    );
    return [
      compare(
        what,
        unit("requests"),
        found.product,
        { name: "plain nginx", value: found.peer },
        { atLeast: 0.95 },
      ),
    ];
  } finally {
    await plain.stop();
    await front.stop();
  }
}
