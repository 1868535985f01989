import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { startSite } from "#tests/setup/processes/site.ts";
import { makeSite } from "../data.ts";
import { ask, BROWSERS, get } from "../load.ts";
import { cpuTime, median, peakMemory } from "../measure.ts";
import type { Plan } from "../run.ts";

/** A response that is cached, and one that is made for each request. */
const LIST = "/track-the-rocks";
const ONE_ROCK = "/api/rock-posts/";

interface Point {
  rocks: number;
  cached: number;
  made: number;
  memory: number;
  database: number;
}

/** Measures how the cost grows with the site. Returns the figures and a drawing of them. */
export async function measureGrowth({ isQuick, rocks }: Plan) {
  const points: Point[] = [];
  for (const size of [rocks / 100, rocks / 10, rocks])
    points.push(await measureSite(size, isQuick ? 1 : 4));
  return { points, drawing: draw(points) };
}

async function measureSite(rocks: number, seconds: number): Promise<Point> {
  const file = await makeSite(rocks);
  const site = await startSite({ env: { DATABASE_PATH: file } });
  try {
    const before = await cpuTime(site.pid());
    const count = await ask(site.baseURL + LIST, seconds);
    const cached = count / ((await cpuTime(site.pid())) - before);
    const times: number[] = [];
    for (let n = 0; n < 100; n++) {
      const rock = 1 + Math.floor((n / 100) * (rocks - 1));
      times.push((await get(site.baseURL + ONE_ROCK + rock, BROWSERS)).ms);
    }
    for (const address of ["/api/rock-posts/locations/all", "/all-rocks"])
      await get(site.baseURL + address, BROWSERS);
    return {
      rocks,
      cached: Math.round(cached),
      made: Math.round(1000 / median(times)),
      memory: Math.round(await peakMemory(site.pid())),
      database: Math.round(statSync(file).size / 1e6),
    };
  } finally {
    await site.stop();
  }
}

interface Chart {
  setOption: (option: object) => void;
  renderToSVGString: () => string;
  dispose: () => void;
}
const WIDTH = 900;
const HEIGHT = 300;
const TOOLS = path.resolve(".cache/bench/tools/node_modules");

/** Draws two logarithmic panels over the number of rocks: requests per second, and MB of database and memory. */
function draw(points: Point[]) {
  if (!existsSync(`${TOOLS}/echarts`)) return undefined;
  const { init } = createRequire(`${TOOLS}/`)("echarts") as {
    init: (at: null, theme: null, options: object) => Chart;
  };
  const chart = init(null, null, {
    renderer: "svg",
    ssr: true,
    width: WIDTH,
    height: HEIGHT,
  });
  const panels = [
    {
      title: "Requests a second",
      lines: { "the newest finds": "cached", "one rock's journey": "made" },
    },
    {
      title: "MB",
      lines: { database: "database", "memory of the web process": "memory" },
    },
  ] as const;
  const font = { fontFamily: "system-ui, sans-serif", color: "#4a4038" };
  chart.setOption({
    backgroundColor: "#fffaf3",
    color: ["#b4552d", "#3d7a68", "#8a6d1f", "#4f5d95"],
    textStyle: font,
    legend: { bottom: 8, textStyle: font },
    title: panels.map(({ title }, n) => ({
      text: title,
      left: n ? "54%" : "6%",
      top: 8,
      textStyle: { ...font, fontSize: 13 },
    })),
    grid: [
      { left: "6%", width: "40%", top: 44, bottom: 76 },
      { left: "56%", width: "40%", top: 44, bottom: 76 },
    ],
    xAxis: panels.map((_, gridIndex) => ({
      gridIndex,
      type: "category",
      name: "rocks",
      nameLocation: "middle",
      nameGap: 26,
      data: points.map(({ rocks }) => rocks.toLocaleString("en")),
    })),
    yAxis: panels.map((_, gridIndex) => ({ gridIndex, type: "log" })),
    series: panels.flatMap(({ lines }, n) =>
      Object.entries(lines).map(([name, key]) => ({
        name,
        type: "line",
        xAxisIndex: n,
        yAxisIndex: n,
        symbolSize: 8,
        label: { show: true, position: "top" },
        data: points.map((point) => point[key as keyof Point]),
      })),
    ),
  });
  const drawing = chart.renderToSVGString();
  // Its animations would keep the process alive.
  chart.dispose();
  return drawing;
}
