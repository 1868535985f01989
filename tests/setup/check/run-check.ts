import { start, type Place } from "../calls/backup.ts";

/** Starts what `npm run check` runs on a site's data once everything is built, without a terminal. */
export const startCheck = (data: Place, ...args: string[]) =>
  startProgram(["build/node/check.js", ...args], data);

export const runCheck = (...started: Parameters<typeof startCheck>) =>
  startCheck(...started).ended;

function startProgram(program: string[], data: Place) {
  const { child, lines, ended } = start(program, data);
  return { child, lines, ended: ended.then(({ code }) => ({ code, lines })) };
}
