import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { soak, type Generator } from "./soak.ts";
import { createPlayer } from "./weather/run-seeds.ts";

/** `npm run soak -- --minutes N`, run by scripts/soak.mjs */

const generators: Generator[] = [
  {
    name: "weather",
    test: "tests/generators/weather/weather.test.ts",
    setting: "WEATHER_SEEDS",
    open: createPlayer,
  },
];

const { values } = parseArgs({ options: { minutes: { type: "string" } } });
const minutes = Number(values.minutes ?? 60);
if (!(minutes > 0)) {
  console.error("How many minutes? npm run soak -- --minutes 60");
  process.exit(1);
}
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => ending.abort());
const { failures } = await soak(generators, {
  ms: minutes * 60_000,
  firstSeed: randomInt(1_000, 1_000_000_000),
  signal: ending.signal,
  print: (line) => console.log(line),
});
process.exit(failures === 0 ? 0 : 1);
