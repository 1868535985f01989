import { AlbumCare } from "./album-care.ts";
import { checkEverything } from "./afterwards.ts";
import { clearUp, happen, runningPid } from "./faults.ts";
import { FindCare } from "./find-care.ts";
import { Finder } from "./finder.ts";
import { openLane } from "./lane.ts";
import {
  hasQueue,
  makePlan,
  NUMBERS,
  type Random,
  type WeatherPlan,
} from "./plan.ts";
import { Round } from "./round.ts";

const LINES = 12;

/**
 * Plays a seed: finders send, the admin works, everybody else looks, and meanwhile the weather is bad. Afterwards all
 * must be as if it had been good.
 * @throws {Error} that names the seed, its weather and what is wrong
 */
export async function playSeed(seed: number) {
  const plan = await makePlan(seed);
  const lane = await openLane(hasQueue(seed));
  try {
    await play(new Round(seed, lane), plan);
  } catch (error) {
    const warned = lane.site.lines.filter(
      (line) => !/"level":"info"/.test(line),
    );
    throw new Error(
      [
        `Seed ${seed}: ${(error as Error).message}`,
        `The weather, by the number of requests: ${describe(plan)}`,
        `The site ${runningPid(lane.site) ? "runs" : "does not run"}. It said last:`,
        ...warned.slice(-LINES),
      ].join("\n  "),
      { cause: error },
    );
  } finally {
    await lane.stop();
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
  let isDone = false;
  let createImages = 0;

  const startJobs = async (random: Random) => {
    for (let wait = random.below(24); wait > 0 && !isDone; wait--)
      await round.step(random);
    if (random.chance(0.3))
      await round.insist(random, "POST /api/albums/sync", {}, [202]);
    const rock = `media/rocks/${random.pick(NUMBERS)}`;
    const path = random.pick(["media", rock]);
    const body = { path, regenerate: random.chance(0.5) };
    const request = "POST /api/create-images";
    // There may be no folder of that number.
    if (random.chance(0.35))
      await round.insist(random, request, body, [202, 400], [], () => {
        // A request whose answer was lost may have begun a job too.
        createImages++;
      });
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
      [...finds, album]
        .map((one) => () => one.run())
        .concat(() => startJobs(plan.nextRandom())),
    )
    .finally(() => (isDone = true));
  await round.play([() => working, () => haveWeather(plan.nextRandom())]);
  clearUp(round.lane);
  await checkEverything({ round, finds, album, createImages });
}
