import { onSettingsChange } from "./settings.server.ts";

/**
 * Runs something again and again from now on, never twice at once. A changed setting ends the wait between.
 * @param run returns how many milliseconds to wait. Must not throw
 * @returns a function that stops this
 */
export function repeat(run: () => Promise<number>): () => void {
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

  const forget = onSettingsChange(() => {
    isChanged = true;
    if (next) void runOnce();
  });
  void runOnce();
  return () => {
    isStopped = true;
    clearTimeout(next);
    forget();
  };
}
