/** Plays rounds of all generators with seeds that nobody has played, until the time is over. */

export interface Player {
  /** @throws an error whose message says in words what is wrong */
  play: (seed: number) => Promise<void>;
  stop: () => Promise<void>;
}

export interface Generator {
  name: string;
  /** The test that plays its fixed seeds, and the setting that gives it others. */
  test: string;
  setting: string;
  open: () => Player | Promise<Player>;
}

/** Rounds at the same time. Each waits for its processes most of the time. */
const AT_ONCE = 2;
const REPORT_MS = 60_000;
/** A round takes seconds, and up to minutes if it fails and is made shorter. */
const ROUND_MS_MAX = 10 * 60_000;

/**
 * @param firstSeed the others follow it
 * @param signal ends it before its time; rounds that run then don't count
 * @returns how many rounds were played, and how many of them found something
 */
export async function soak(
  generators: Generator[],
  {
    ms,
    firstSeed,
    signal,
    print,
  }: {
    ms: number;
    firstSeed: number;
    signal: AbortSignal;
    print: (line: string) => void;
  },
) {
  const sum = new Map(
    generators.map(({ name }) => [name, { rounds: 0, failures: 0 }]),
  );
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve());
    if (signal.aborted) resolve();
  });
  const end = performance.now() + ms;
  const isOver = () => signal.aborted || performance.now() >= end;
  let nextSeed = firstSeed;

  /** @returns whether the player can go on */
  async function play(generator: Generator, player: Player, seed: number) {
    const { name, setting, test } = generator;
    const unending = new Error("It did not end within 10 minutes.");
    let deadline: NodeJS.Timeout | undefined;
    const failure = await Promise.race([
      player.play(seed).then(
        () => undefined,
        (error: Error) => error,
      ),
      stopped,
      new Promise<Error>((resolve) => {
        deadline = setTimeout(() => resolve(unending), ROUND_MS_MAX);
      }),
    ]);
    clearTimeout(deadline);
    if (signal.aborted) return true;
    const so = sum.get(name)!;
    so.rounds++;
    if (!failure) return true;
    so.failures++;
    print(
      `FAILED  ${name}, seed ${seed}\n${failure.message}\nPlay it again: ${setting}=${seed} npm run test:unit -- ${test}\n`,
    );
    return failure !== unending;
  }

  async function goRound() {
    const open = new Map<Generator, Player>();
    try {
      while (!isOver())
        for (const generator of generators) {
          if (isOver()) break;
          const player = open.get(generator) ?? (await generator.open());
          open.set(generator, player);
          if (!(await play(generator, player, nextSeed++)))
            open.delete(generator);
        }
    } finally {
      for (const player of open.values()) await player.stop();
    }
  }

  const describe = () =>
    [...sum]
      .map(
        ([name, { rounds, failures }]) =>
          `${name}: ${rounds} rounds, ${failures} failed`,
      )
      .join("; ");
  const began = performance.now();
  const minutes = () => Math.round((performance.now() - began) / 60_000);
  const reporting = setInterval(
    () => print(`${minutes()} min  ${describe()}`),
    REPORT_MS,
  );
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, goRound));
  } finally {
    clearInterval(reporting);
  }
  print(`Seeds ${firstSeed} to ${nextSeed - 1}. ${describe()}`);
  const count = (what: "rounds" | "failures") =>
    [...sum.values()].reduce((all, one) => all + one[what], 0);
  return { rounds: count("rounds"), failures: count("failures") };
}
