import { readFileSync } from "node:fs";

/** Milliseconds of one core that any request of up to 68 kB may take of the site's main thread. */
export const MAIN_THREAD_MS_MAX = 50;
const BYTES_MAX = 68_000;
const TRIES = 4;

/** Milliseconds that a process's main thread has computed. Time in which the machine does something else doesn't count. */
function computed(pid: number) {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8");
  return Number(stat.split(" ")[0]) / 1e6;
}

/**
 * Sends a request, and again while it takes more of the main thread than it may, because the first of a kind also
 * compiles code. What changed something is sent once.
 * @returns the answer, and the milliseconds that the cheapest try took if all took too much
 */
export async function sendWatched<Answer>(
  pid: number,
  { length }: Uint8Array,
  send: () => Promise<Answer>,
  mayRepeat: (answer: Answer) => boolean,
) {
  const before = computed(pid);
  const answer = await send();
  let least = computed(pid) - before;
  if (length > BYTES_MAX || !mayRepeat(answer))
    return { answer, held: undefined };
  for (let more = TRIES; more > 0 && least > MAIN_THREAD_MS_MAX; more--) {
    const from = computed(pid);
    await send();
    least = Math.min(least, computed(pid) - from);
  }
  return { answer, held: least > MAIN_THREAD_MS_MAX ? least : undefined };
}
