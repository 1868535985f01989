import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Imported into the site's process. Measures the longest time that the main thread works without a look at its timers:
 * its CPU time, because the time on the clock also has what other processes of the machine take. Prints it in
 * milliseconds at each SIGUSR2, and begins anew.
 */
const LOOK_MS = 2;

const readCpu = () =>
  Number(
    readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(
      " ",
    )[0],
  ) / 1e6;

if (isMainThread) {
  let last = readCpu();
  let longest = 0;
  const look = () => {
    const now = readCpu();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, LOOK_MS).unref();
  process.on("SIGUSR2", () => {
    look();
    process.stdout.write(`longest hold: ${longest}\n`);
    longest = 0;
  });
}
