import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { findOnPath } from "../../scripts/system/programs.mjs";
import { findFreePort } from "#tests/setup/processes/child.ts";
import { makeFolder, start, startFront } from "#tests/setup/processes/nginx.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { ask } from "../load.ts";
import { measureInTurn, perCpuSecond, withChildren } from "../measure.ts";
import { compare, notMeasured, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { during, onSite, startStock } from "../servers.ts";

/** Sides of squares of noise in pixels: about 15 and 500 kB as webp. */
const PICTURES = { "15 kB": 160, "500 kB": 900 };
const PEER = "a resource route of 11 bytes in stock remix-serve";
const addressOf = (name: string) =>
  `/media/albums/bench/webp/${name.replace(" ", "")}.webp`;

interface Server {
  address: string;
  pids: number[];
}

export const measureMedia = (plan: Plan): Promise<Row[]> =>
  onSite({}, (site) =>
    during(startStock("bench/peers/remix.mjs"), async (stock) => {
      await fill(site);
      const eleven = { address: `${stock.baseURL}/eleven`, pids: [stock.pid] };
      const rows = await measureAlone(plan, site, eleven);
      if (!findOnPath("nginx"))
        return [...rows, notMeasured("Behind nginx", "nginx is not installed")];
      await site.restart({ ACCEL_REDIRECT: "/store/", TRUST_PROXY: "true" });
      return [
        ...rows,
        ...(await during(
          startFront(site, { rate: "1000000r/s" }),
          async (front) => [
            await measureBehind(plan, site, front.baseURL, eleven),
            await measureAssets(plan, front),
          ],
        )),
      ];
    }),
  );

async function fill(site: Site) {
  await mkdir(site.inStore("albums/bench/webp"), { recursive: true });
  site.alter(
    "INSERT INTO albums (pa_key, name, display_name, show, order_num) VALUES (1, 'bench', 'Bench', 1, 1)",
  );
  for (const [name, side] of Object.entries(PICTURES)) {
    const file = name.replace(" ", "");
    const picture = sharp({
      create: {
        ...{ width: side, height: side, channels: 3, background: "grey" },
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    await writeFile(
      site.inStore(`albums/bench/webp/${file}.webp`),
      await picture.webp({ quality: 80 }).toBuffer(),
    );
    site.alter(`INSERT INTO photos (pa_key, original_file, name, order_num, ready, width, height)
       VALUES (1, '${file}.jpg', '${file}.webp', 1, 1, ${side}, ${side})`);
  }
}

/** Measures requests per CPU second of two servers. Warms both up first, because Node compiles hot code only after a while. */
async function measureRates(plan: Plan, product: Server, peer: Server) {
  const seconds = plan.isQuick ? 1 : 3;
  for (const { address } of [product, peer]) await ask(address, seconds, {});
  const rateOf =
    ({ address, pids }: Server) =>
    () =>
      perCpuSecond(pids, () => ask(address, seconds, {}));
  return measureInTurn(plan.rounds, {
    product: rateOf(product),
    peer: rateOf(peer),
  });
}

async function measureAlone(plan: Plan, site: Site, eleven: Server) {
  const rows: Row[] = [];
  for (const name of Object.keys(PICTURES)) {
    const address = site.baseURL + addressOf(name);
    const own = { address, pids: [site.pid()] };
    const found = await measureRates(plan, own, eleven);
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

async function measureBehind(
  plan: Plan,
  site: Site,
  front: string,
  eleven: Server,
) {
  const address = front + addressOf("500 kB");
  const own = { address, pids: [site.pid()] };
  const found = await measureRates(plan, own, eleven);
  return compare(
    "The site's CPU for a picture of 500 kB behind the shipped nginx",
    unit("ms", 3),
    1000 / found.product,
    { name: PEER, value: 1000 / found.peer },
    { atMost: 1 },
    "the site logs, counts and looks up each picture; the route of 11 bytes does none of this",
  );
}

/** Starts an nginx that only serves the built files. */
async function startPlainNginx() {
  const folder = await makeFolder();
  const port = await findFreePort();
  await writeFile(
    path.join(folder, "nginx.conf"),
    `worker_processes auto;
     events { worker_connections 4096; }
     http {
       include mime.types;
       access_log off;
       sendfile on;
       tcp_nopush on;
       server { listen 127.0.0.1:${port}; root ${folder}/client; }
     }`,
  );
  return start(folder, port);
}

const measureAssets = (plan: Plan, front: { baseURL: string; pid: number }) =>
  during(startPlainNginx(), async (plain) => {
    const file = readdirSync("build/client/assets").find((name) =>
      name.startsWith("root-"),
    )!;
    const scriptOf = async ({ baseURL, pid }: typeof front) => ({
      address: `${baseURL}/assets/${file}`,
      pids: await withChildren(pid),
    });
    const found = await measureRates(
      plan,
      await scriptOf(front),
      await scriptOf(plain),
    );
    return compare(
      "A script of the site from the shipped nginx, a CPU second",
      unit("requests"),
      found.product,
      { name: "plain nginx", value: found.peer },
      { atLeast: 0.95 },
    );
  });
