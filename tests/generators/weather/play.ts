import { AlbumCare } from "./album-care.ts";
import { checkEverything } from "./afterwards.ts";
import { clearUp, happen, runningPid } from "./faults.ts";
import { FindCare } from "./find-care.ts";
import { Finder } from "./finder.ts";
import { KeptInTrash } from "./kept-in-trash.ts";
import type { Lane } from "./lane.ts";
import { makePlan, NUMBERS, type WeatherPlan } from "./plan.ts";
import type { Random } from "./pictures.ts";
import { Round } from "./round.ts";

/** How many warnings and errors of the site's log a failure shows. */
const LINES = 12;

/**
 * Plays a seed on a lane: finders send, the admin works, everybody else looks, and meanwhile the weather is bad.
 * Afterwards all must be as if it had been good.
 */
export async function playSeed(seed: number, lane: Lane) {
  const plan = await makePlan(seed);
  const round = new Round(seed, lane);
  try {
    await play(round, plan);
  } catch (error) {
    throw new Error(
      [
        `Seed ${seed}: ${(error as Error).message}`,
        `The weather, by the number of requests: ${describe(plan)}`,
        `The site ${runningPid(lane.site) ? "runs" : "does not run"}. It said last:`,
        ...lane.site.lines
          .filter((line) => !line.includes('"level":"info"'))
          .slice(-LINES),
      ].join("\n  "),
      { cause: error },
    );
  }
}

const describe = ({ weather }: WeatherPlan) =>
  weather.map(({ at, faults }) => `${at}: ${faults.join(" and ")}`).join("; ");

async function play(round: Round, plan: WeatherPlan) {
  const finds = plan.finds.map(
    (find) =>
      new FindCare(
        round,
        new Finder(round, find, plan.nextRandom()),
        plan.nextRandom(),
      ),
  );
  const { name, pictures } = plan.album;
  const album = new AlbumCare(round, name, pictures, plan.nextRandom());
  const kept = new KeptInTrash(round, plan.nextRandom());
  let isDone = false;
  let createImages = 0;

  const startJobs = async (random: Random) => {
    for (let n = random.below(2); n > 0; n--) {
      for (let wait = random.below(12); wait > 0 && !isDone; wait--)
        await round.step(random);
      if (random.chance(0.3)) {
        await round.insist(
          random,
          { method: "POST", path: "/api/albums/sync", body: {} },
          { expected: [202] },
        );
        continue;
      }
      const path = random.pick([
        "media",
        `media/rocks/${random.pick(NUMBERS)}`,
      ]);
      await round.insist(
        random,
        {
          method: "POST",
          path: "/api/create-images",
          body: { path, regenerate: random.chance(0.5) },
        },
        {
          // There may be no folder of that number.
          expected: [202, 400],
          // A request whose answer was lost may have begun a job too.
          onAsk: () => createImages++,
        },
      );
    }
  };
  round.secrets = () => [...finds, album].flatMap(({ secrets }) => secrets);
  const haveWeather = async (random: Random) => {
    for (const { at, faults } of plan.weather) {
      await round.until(`${at} requests`, () => isDone || round.requests >= at);
      if (!isDone) await happen(faults, round.lane, random);
    }
  };

  const working = round
    .play(
      [...finds, album, kept]
        .map((one) => () => one.run())
        .concat(() => startJobs(plan.nextRandom())),
    )
    .finally(() => (isDone = true));
  await round.play([() => working, () => haveWeather(plan.nextRandom())]);
  clearUp(round.lane);
  await checkEverything({ round, finds, album, kept, createImages });
}
