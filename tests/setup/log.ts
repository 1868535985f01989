/** The lines of a process' structured log, of one message if it is given; other lines are left out. */
export const readLog = (lines: string[], message?: string) =>
  lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => message === undefined || line.message === message);
