import { expect, test } from "vitest";
import { soak, type Generator } from "./soak.ts";

/** A generator that finds something in every seed that `isWrong`. */
function makeGenerator(name: string, isWrong: (seed: number) => boolean) {
  const played: number[] = [];
  let open = 0;
  const generator: Generator = {
    name,
    test: `tests/generators/${name}`,
    setting: "SOME_SEEDS",
    open: () => {
      open++;
      return {
        async play(seed) {
          played.push(seed);
          await new Promise((resolve) => setImmediate(resolve));
          if (isWrong(seed)) throw new Error(`Seed ${seed}: a find is lost`);
        },
        async stop() {
          open--;
          return Promise.resolve();
        },
      };
    },
  };
  return { generator, played, openPlayers: () => open };
}

test("a round that fails is printed at once with its seed and the command that plays it again", async () => {
  const lines: string[] = [];
  const ending = new AbortController();
  const good = makeGenerator("good", () => false);
  const bad = makeGenerator("bad", (seed) => {
    if (bad.played.length === 4) setImmediate(() => ending.abort());
    return seed === 101;
  });
  const { rounds, failures } = await soak([good.generator, bad.generator], {
    ms: 60_000,
    firstSeed: 100,
    signal: ending.signal,
    print: (line) => lines.push(line),
  });
  expect(failures).toBe(bad.played.includes(101) ? 1 : 0);
  expect(rounds).toBeGreaterThan(failures);
  const seeds = [...good.played, ...bad.played];
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(good.openPlayers() + bad.openPlayers()).toBe(0);
  expect(lines.at(-1)).toContain(`bad: `);
  if (failures > 0)
    expect(lines[0]).toContain(
      "Play it again: SOME_SEEDS=101 npm run test:unit -- tests/generators/bad",
    );
});

test("it ends when its time is over", async () => {
  const { generator, played } = makeGenerator("any", () => false);
  await soak([generator], {
    ms: 50,
    firstSeed: 1,
    signal: new AbortController().signal,
    print: () => {},
  });
  expect(played.length).toBeGreaterThan(0);
});
