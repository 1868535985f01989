import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { playFuzzedExif } from "./fuzz/files/exif.ts";
import { playFuzzedImages } from "./fuzz/files/images.ts";
import { playFuzzedRestore } from "./fuzz/files/restore.ts";
import { playRottedBackups } from "./fuzz/files/rot.ts";
import { playFuzzedExports, playFuzzedMarkdown } from "./fuzz/files/texts.ts";
import { closeFuzzedSite } from "./fuzz/http/fuzzed-site.ts";
import { playFuzzedRequests } from "./fuzz/http/play.ts";
import { playModel } from "./model/play.ts";
import { startModelSite } from "./model/site.ts";
import { soak, type Generator, type Player } from "./soak.ts";
import { createPlayer } from "./weather/run-seeds.ts";

/** The generators of `npm run soak`, run by scripts/soak.mjs */

const FUZZED_FILES = [
  playFuzzedImages,
  playFuzzedExif,
  playFuzzedMarkdown,
  playFuzzedExports,
  playFuzzedRestore,
  playRottedBackups,
];

const generators: Generator[] = [
  {
    name: "model",
    test: "tests/generators/model",
    setting: "MODEL_SEEDS",
    async open() {
      const site = await startModelSite();
      return { play: (seed) => playModel(seed, site), stop: site.stop };
    },
  },
  {
    name: "hostile requests",
    test: "tests/generators/fuzz/http",
    setting: "FUZZ_SEEDS",
    open: oneAtATime({ play: playFuzzedRequests, stop: closeFuzzedSite }),
  },
  {
    name: "hostile files",
    test: "tests/generators/fuzz/files",
    setting: "FUZZ_SEEDS",
    open: oneAtATime({
      async play(seed) {
        for (const play of FUZZED_FILES) await play(seed);
      },
      stop: () => Promise.resolve(),
    }),
  },
  {
    name: "weather",
    test: "tests/generators/weather/weather.test.ts",
    setting: "WEATHER_SEEDS",
    open: createPlayer,
  },
];

/** For a generator whose rounds share a site, or this process's own store. */
function oneAtATime({ play, stop }: Player): () => Player {
  let last = Promise.resolve();
  return () => ({
    play(seed) {
      const mine = last.then(() => play(seed));
      last = mine.catch(() => {});
      return mine;
    },
    stop: () => last.then(stop),
  });
}

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
process.exit(failures === 0 ? process.exitCode : 1);
