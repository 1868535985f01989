import { readFile } from "node:fs/promises";

/** The unit of CPU time in /proc. */
const TICKS_A_SECOND = 100;

export function median(values: number[]) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Measures each in turn, round after round, so that other load on the machine affects all alike. Returns the medians. */
export async function measureInTurn<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[];
  const found = Object.fromEntries(
    names.map((name) => [name, [] as number[]]),
  ) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++)
    for (const name of names) found[name].push(await measures[name]());
  return Object.fromEntries(
    names.map((name) => [name, median(found[name])]),
  ) as Record<Name, number>;
}

async function readStat(pid: number | "self") {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** The CPU time of processes so far, in seconds of one core. */
export async function cpuTime(...pids: number[]) {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const fields = await readStat(pid);
      return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

/** The CPU time of our ended child processes, in seconds of one core. */
export async function cpuTimeOfEndedChildren() {
  const fields = await readStat("self");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}

/** The peak memory of a process so far, in MB. */
export async function peakMemory(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}

/** The ids of a process and of its child processes. */
export async function withChildren(pid: number) {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...list.trim().split(" ").filter(Boolean).map(Number)];
}
