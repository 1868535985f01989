import { getSettings } from "./settings.server.ts";

const levels = ["debug", "info", "warn", "error"] as const;
type Level = (typeof levels)[number];

function write(
  level: Level,
  message: string,
  fields: Record<string, unknown> = {},
) {
  if (levels.indexOf(level) < levels.indexOf(getSettings().LOG_LEVEL)) return;
  const { error, ...rest } = fields;
  process.stdout.write(
    `${JSON.stringify({
      time: new Date().toISOString(),
      level,
      message,
      ...rest,
      ...(error === undefined
        ? {}
        : {
            error:
              error instanceof Error
                ? (error.stack ?? error.message)
                : String(error),
          }),
    })}\n`,
  );
}

/** Writes one JSON line for each call to standard output. `error` may be anything that was thrown. */
export const log = {
  debug: (message: string, fields?: Record<string, unknown>) =>
    write("debug", message, fields),
  info: (message: string, fields?: Record<string, unknown>) =>
    write("info", message, fields),
  warn: (message: string, fields?: Record<string, unknown>) =>
    write("warn", message, fields),
  error: (message: string, fields?: Record<string, unknown>) =>
    write("error", message, fields),
};
