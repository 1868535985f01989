/** Ctrl+C and service managers signal whole groups of processes, and npm passes signals on, so each may come twice. */

/** Runs `stop` at the first signal that asks this process to end, and ignores those that follow. */
export function onStop(stop: (signal: NodeJS.Signals) => void) {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      stop(signal);
    });
}

/** Leaves the end of this process to the one that has forked it, so that a signal to both cuts no work short. */
export function endWithParent(end: () => void = () => process.exit()) {
  process.on("disconnect", end);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => {});
}

/** Signals that come from outside. A process that fails by itself, such as a decoder, ends with another one. */
const FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL"];

/** Whether a process was ended through no fault of its own. Until it has loaded, it dies of any signal. */
export const isFromOutside = (signal: NodeJS.Signals | null) =>
  signal !== null && FROM_OUTSIDE.includes(signal);
