/** The entries of a process's log, or only those of one message. Leaves out other lines. */
export const readLog = (lines: string[], message?: string) =>
  lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => message === undefined || line.message === message);
