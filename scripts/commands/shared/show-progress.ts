const SECOND_MS = 1000;

/**
 * Shows on standard error how far a command is, at most once a second, and at the end. On a terminal, the line is
 * rewritten in place.
 */
export function showProgress<T extends { part: number }>(
  describe: (progress: T) => string,
) {
  const { stderr } = process;
  let shownAt = Date.now();
  let last: T | undefined;
  function write(progress: T) {
    const text = `${describe(progress)} (${Math.floor(progress.part * 100)} %)`;
    stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }
  return {
    show(progress: T) {
      last = progress;
      if (Date.now() - shownAt < SECOND_MS) return;
      shownAt = Date.now();
      write(progress);
    },
    /** Shows where it ended. */
    end() {
      if (last) write(last);
      if (last && stderr.isTTY) stderr.write("\n");
    },
  };
}
