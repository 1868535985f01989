import { onSettingsChange } from "./settings.server.ts";

/**
 * Runs something again and again, never twice at once. A changed setting ends the wait between.
 * @param run returns how many milliseconds to wait. Must not throw
 */
export function repeat(run: () => Promise<number>, first = 0) {
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isChanged = false;

  const plan = (wait: number) =>
    void (next = setTimeout(() => void runOnce(), wait).unref());

  async function runOnce() {
    clearTimeout(next);
    next = undefined;
    isChanged = false;
    const wait = await run();
    if (!isStopped) plan(isChanged ? 0 : wait);
  }

  function soon() {
    isChanged = true;
    if (next) void runOnce();
  }

  const forget = onSettingsChange(soon);
  if (first > 0) plan(first);
  else void runOnce();
  return {
    soon,
    stop() {
      isStopped = true;
      clearTimeout(next);
      forget();
    },
  };
}
