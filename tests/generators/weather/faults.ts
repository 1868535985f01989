import { setTimeout as pause } from "node:timers/promises";
import { imageProcessesOf } from "../../setup/processes/processes.ts";
import type { Site } from "../../setup/processes/site.ts";
import { takeStoreAway } from "../../setup/processes/volume.ts";
import { addWorker, type Lane } from "./lane.ts";
import type { Random } from "./plan.ts";

const HOUR_MS = 3_600_000;

const shortly = (random: Random) => pause(20 + random.below(300));
const aWhile = (random: Random) => pause(100 + random.below(900));

/** A fault comes and goes; only a wrong clock stays until the weather clears. */
type Fault = (lane: Lane, random: Random) => Promise<void>;

/** They end or hold up the site itself, so only one of them happens at a time. */
const ofSite = {
  "the site is killed": async (lane, random) => {
    await killSite(lane, random);
    await bringUp(lane, random);
  },
  "the power fails": async (lane, random) => {
    await killSite(lane, random);
    await lane.queue?.worker.kill("SIGKILL");
    lane.power.cut(random.chance(0.5));
    await bringUp(lane, random);
    if (lane.queue) await renewWorker(lane);
  },
  "the clock jumps while the site is off": async (lane, random) => {
    await killSite(lane, random);
    const hours = random.pick([-960, 960, 0]);
    lane.hooks.change({ shiftMs: hours * HOUR_MS });
    await bringUp(lane, random);
  },
  "the site freezes": async ({ site }, random) => {
    signal(site.pid(), "SIGSTOP");
    await shortly(random);
    signal(site.pid(), "SIGCONT");
  },
} satisfies Record<string, Fault>;

/** They happen to what the site needs, also while the site itself is down. */
const around = {
  "the disk is full": async ({ disk }, random) => {
    await disk?.fill(random.below(5) * 16_384);
    await shortly(random);
    disk?.clear();
  },
  "the store is away": async ({ site }, random) => {
    const volume = takeStoreAway(site);
    await aWhile(random);
    volume.bringBack();
  },
  "the disk is slow": async ({ site, hooks }, random) => {
    hooks.change({ slowMs: 5 + random.below(40) }, runningPid(site));
    await aWhile(random);
    hooks.change({ slowMs: 0 }, runningPid(site));
  },
  "the clock jumps": async ({ site, hooks }, random) => {
    const hours = random.pick([-72, -5, -1 / 6, 1 / 6, 13, 192, -960, 960]);
    hooks.change({ shiftMs: hours * HOUR_MS }, runningPid(site));
    await shortly(random);
  },
  "the hourly work runs": async ({ site, hooks }) => {
    const pid = runningPid(site);
    if (pid !== undefined) hooks.passAnHour(pid);
    return Promise.resolve();
  },
  "an image process is killed": async ({ site, queue }) => {
    const [pid] = await imageProcessesOf(queue?.worker.pid ?? site.pid());
    if (pid !== undefined) signal(pid, "SIGKILL");
  },
} satisfies Record<string, Fault>;

/** They happen to Redis and the worker. */
const ofQueue = {
  "the worker is killed": async (lane, random) => {
    await pause(random.below(60));
    await renewWorker(lane);
  },
  "the worker freezes": async ({ queue }, random) => {
    signal(queue!.worker.pid, "SIGSTOP");
    await aWhile(random);
    signal(queue!.worker.pid, "SIGCONT");
  },
  "Redis is killed": async ({ queue }, random) => {
    await queue!.redis.kill("SIGKILL");
    await shortly(random);
    await queue!.redis.restart();
  },
  "Redis loses everything": async ({ queue }) =>
    queue!.redis.restart({ empty: true }),
  "Redis freezes": async ({ queue }, random) => {
    queue!.redis.freeze();
    await aWhile(random);
    queue!.redis.thaw();
  },
} satisfies Record<string, Fault>;

const faults: Record<string, Fault> = { ...ofSite, ...around, ...ofQueue };

/**
 * Draws what happens at once: one fault, which comes in its turn from seed to seed, and sometimes one beside it. Only
 * one of them is of the site.
 */
export function drawFaults(random: Random, seed: number, hasQueue: boolean) {
  const [inner, outer] = [Object.keys(ofSite), Object.keys(around)];
  const own = hasQueue ? Object.keys(ofQueue) : [...inner, ...outer];
  const first = own[Math.floor(seed / 3) % own.length]!;
  if (random.chance(0.7)) return [first];
  return [first, random.pick(inner.includes(first) ? outer : inner)];
}

export const happen = (names: string[], lane: Lane, random: Random) =>
  Promise.all(names.map((name) => faults[name]!(lane, random)));

/** Kills the site with its image processes, at some moment or at a step on the disk. */
async function killSite({ site, hooks }: Lane, random: Random) {
  if (random.chance(0.7)) {
    hooks.change({ killIn: random.below(60) }, runningPid(site));
    await untilEnded(site.pid());
  } else await pause(random.below(60));
  const pids = await imageProcessesOf(site.pid());
  await site.kill("SIGKILL");
  for (const pid of pids) signal(pid, "SIGKILL");
}

async function renewWorker({ site, queue, hooks }: Lane) {
  await queue!.worker.kill("SIGKILL");
  queue!.worker = await addWorker(queue!.redis, site, hooks);
}

/** Starts the site again, as whatever runs a site does, until it stays up. Sometimes it is killed while it starts. */
async function bringUp({ site, hooks }: Lane, random: Random) {
  hooks.change({ killIn: random.chance(0.15) ? random.below(40) : null });
  for (let tries = 1; ; tries++) {
    try {
      await site.restart();
      hooks.change({ killIn: null }, runningPid(site));
      // It may have been killed right after its first answer.
      await site.fetch("/healthz");
      if (runningPid(site)) return;
    } catch (error) {
      if (tries === 30) throw error;
      await pause(100);
    }
    hooks.change({ killIn: null });
  }
}

/** Ends what lasts, and waits until nothing is wrong any more. */
export function clearUp({ site, hooks, disk }: Lane) {
  disk?.clear();
  hooks.change({ shiftMs: 0, slowMs: 0, killIn: null }, runningPid(site));
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}

function isThere(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const runningPid = (site: Site) =>
  isThere(site.pid()) ? site.pid() : undefined;

/** Waits a second at most, because nothing ends the site if it writes nothing to the disk. */
async function untilEnded(pid: number) {
  for (let n = 0; n < 40 && isThere(pid); n++) await pause(25);
}
