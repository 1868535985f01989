import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into the site's process with `--import`. Prints a line whenever the main thread was held for longer than it
 * may be. A machine with other work to do lets a thread wait, so what counts is the processor time that the thread
 * itself took between two ticks of a timer, and not the time that has passed.
 */

const TICK_MS = 20;
const HELD_MS_MAX = 200;
/** The site's processes for long work may be held. */
const isSite = /site\.mjs$/.test(process.argv[1]);

/** Milliseconds that the main thread has computed since it began. */
function computed() {
  const stat = readFileSync(`/proc/self/task/${process.pid}/schedstat`);
  return Number(stat.toString().split(" ")[0]) / 1e6;
}

if (isMainThread && isSite) {
  let from = Date.now();
  let before = computed();
  setInterval(() => {
    const [to, now] = [Date.now(), computed()];
    const ms = Math.round(Math.min(now - before, to - from));
    if (ms > HELD_MS_MAX) console.log(`the main thread was held for ${ms} ms`);
    [from, before] = [to, now];
  }, TICK_MS).unref();
}
