import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Imported into the site's process. Measures the longest time that the main thread works without a look at its timers,
 * and without a response to anybody: its CPU time, because the time on the clock also has what other processes of the
 * machine take. Of many requests at once, it answers dozens between two looks. Prints both in milliseconds at each
 * SIGUSR2, and begins anew.
 */
const LOOK_MS = 2;

const readCpu = () =>
  Number(
    readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(
      " ",
    )[0],
  ) / 1e6;

/** Notes the longest of the times between its calls. */
function createWatch() {
  let last = readCpu();
  let longest = 0;
  const note = () => {
    const now = readCpu();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const take = () => {
    note();
    const taken = longest;
    longest = 0;
    return taken;
  };
  return { note, take };
}

if (isMainThread) {
  const looks = createWatch();
  const responses = createWatch();
  setInterval(looks.note, LOOK_MS).unref();
  subscribe("http.server.response.finish", responses.note);
  process.on("SIGUSR2", () => {
    process.stdout.write(
      `longest hold: ${looks.take()}\nlongest silence: ${responses.take()}\n`,
    );
  });
}
