import { AlbumCare } from "./album-care.ts";
import { checkEverything } from "./afterwards.ts";
import { clearUp, happen, runningPid } from "./faults.ts";
import { FindCare } from "./find-care.ts";
import { Finder } from "./finder.ts";
import { openLane, type Lane } from "./lane.ts";
import {
  hasQueue,
  makePlan,
  NUMBERS,
  type Random,
  type WeatherPlan,
} from "./plan.ts";
import { Round } from "./round.ts";

/** How many warnings and errors of the site's log a failure shows. */
const LINES = 12;

/**
 * Plays a seed on a lane: finders send, the admin works, everybody else looks, and meanwhile the weather is bad.
 * Afterwards all must be as if it had been good.
 */
async function playSeed(seed: number, lane: Lane) {
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

/** Plays these seeds, those with Redis beside those without. @returns what went wrong, in words */
export async function runSeeds(seeds: number[]) {
  const failures: string[] = [];
  const playSome = async (some: number[]) => {
    let lane: Lane | undefined;
    for (const seed of some)
      try {
        lane ??= await openLane(hasQueue(seed));
        await playSeed(seed, lane);
      } catch (error) {
        failures.push((error as Error).message);
        // What one seed has broken must not be blamed on the next.
        await lane?.stop();
        lane = undefined;
      }
    await lane?.stop();
  };
  const without = seeds.filter((seed) => !hasQueue(seed));
  const half = Math.ceil(without.length / 2);
  const parts = [without.slice(0, half), without.slice(half)];
  await Promise.all([seeds.filter(hasQueue), ...parts].map(playSome));
  return failures;
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
      [...finds, album, kept]
        .map((one) => () => one.run())
        .concat(() => startJobs(plan.nextRandom())),
    )
    .finally(() => (isDone = true));
  await round.play([() => working, () => haveWeather(plan.nextRandom())]);
  clearUp(round.lane);
  await checkEverything({ round, finds, album, createImages });
  kept.check();
}

const TRASH_DAYS = 30;
/** A round takes less. */
const NEAR_HOURS = 3;

/** An artist whom the admin deletes, and forgets about: the trash keeps her for its days, whatever the clock says. */
class KeptInTrash {
  constructor(
    private readonly round: Round,
    private readonly random: Random,
  ) {}

  async run() {
    const { round, random } = this;
    const body = { display_name: this.name };
    await round.insist(random, "POST /api/users", body, [201], [409]);
    const [row] = round.lane.site.query<{ ra_key: number }>(
      `SELECT ra_key FROM users WHERE display_name = '${this.name}'`,
    );
    const request = `DELETE /api/users/${row!.ra_key}`;
    await round.insist(random, request, undefined, [204], [404]);
  }

  /** @throws if she is gone, or doesn't stay for as long as she should */
  check() {
    const [row] = this.round.lane.site.query<{ hours: number }>(
      `SELECT expires_hour - (SELECT value FROM secrets WHERE name = 'hours_run') AS hours FROM trash WHERE kind = 'artist' AND label LIKE '%${this.name}%'`,
    );
    if (!(Math.abs((row?.hours ?? 0) - TRASH_DAYS * 24) < NEAR_HOURS))
      throw new Error(
        `${this.name} was deleted, and the trash keeps her for ${row?.hours} hours of running, expected ${TRASH_DAYS} days.`,
      );
  }

  private get name() {
    return `Artist of seed ${this.round.seed}.`;
  }
}
