import { readFile } from "node:fs/promises";

/** The unit of CPU time in /proc. */
const TICKS_A_SECOND = 100;

export function median(values: number[]) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Measures several figures at once, round after round. Returns the median of each. */
export async function measureRounds<Name extends string>(
  rounds: number,
  measure: () => Promise<Record<Name, number>>,
): Promise<Record<Name, number>> {
  const found: Record<Name, number>[] = [];
  for (let round = 0; round < rounds; round++) found.push(await measure());
  return Object.fromEntries(
    Object.keys(found[0]!).map((name) => [
      name,
      median(found.map((round) => round[name as Name])),
    ]),
  ) as Record<Name, number>;
}

/** Measures each in turn, so that other load on the machine affects all alike. Returns the medians. */
export const measureInTurn = <Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
) =>
  measureRounds(rounds, async () => {
    const found = {} as Record<Name, number>;
    for (const name of Object.keys(measures) as Name[])
      found[name] = await measures[name]();
    return found;
  });

/** Runs work. Returns its milliseconds. */
export async function clock(work: () => unknown) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function readStat(pid: number | "self") {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** The CPU time of processes so far, in seconds of one core. */
export async function cpuTime(...pids: number[]) {
  const stats = await Promise.all(pids.map(readStat));
  return stats.reduce(
    (sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) / TICKS_A_SECOND,
    0,
  );
}

/** The CPU time of our ended child processes, in seconds of one core. */
export async function cpuTimeOfEndedChildren() {
  const stat = await readStat("self");
  return (Number(stat[13]) + Number(stat[14])) / TICKS_A_SECOND;
}

/** Runs work that takes CPU time of these processes. Returns how much of what it counts a CPU second brings. */
export async function perCpuSecond(
  pids: number[],
  work: () => Promise<number>,
) {
  const before = await cpuTime(...pids);
  const count = await work();
  return count / ((await cpuTime(...pids)) - before);
}

/** The peak memory of processes so far, in MB. */
export async function peakMemory(...pids: number[]) {
  let sum = 0;
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    sum += (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
  }
  return sum;
}

/** The ids of a process and of its child processes. */
export async function withChildren(pid: number) {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...list.trim().split(" ").filter(Boolean).map(Number)];
}
