import { format } from "node:util";
import { log } from "#core/log.server.ts";

/* eslint-disable no-console -- this is where the console's output is taken over */

/** Writes as JSON lines what remix-serve and other libraries print to the console. */
export function logConsole() {
  console.log = console.info = toLog(log.info);
  console.warn = toLog(log.warn);
  console.error = toLog(log.error);
}

const toLog =
  (write: (message: string) => void) =>
  (...parts: unknown[]) => {
    const message = format(...parts);
    if (message !== "" && message !== "undefined") write(message);
  };
