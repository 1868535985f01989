import { onSettingsChange } from "./settings.server.ts";

/**
 * Runs something again and again from now on, never twice at once. A changed setting ends the wait between.
 * @param run returns how many milliseconds to wait. Must not throw
 * @returns functions that stop this, and that end the wait
 */
export function repeat(run: () => Promise<number>) {
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isChanged = false;

  async function runOnce() {
    clearTimeout(next);
    next = undefined;
    isChanged = false;
    const wait = await run();
    if (!isStopped)
      next = setTimeout(() => void runOnce(), isChanged ? 0 : wait).unref();
  }

  function soon() {
    isChanged = true;
    if (next) void runOnce();
  }

  const forget = onSettingsChange(soon);
  void runOnce();
  return {
    soon,
    stop() {
      isStopped = true;
      clearTimeout(next);
      forget();
    },
  };
}
