import { getSettings } from "./settings.server.ts";

const levels = ["debug", "info", "warn", "error"] as const;
type Level = (typeof levels)[number];

const at =
  (level: Level) =>
  (message: string, { error, ...fields }: Record<string, unknown> = {}) => {
    const { LOG_LEVEL } = getSettings();
    if (levels.indexOf(level) < levels.indexOf(LOG_LEVEL)) return;
    const reason =
      error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stdout.write(
      `${JSON.stringify({
        time: new Date().toISOString(),
        level,
        message,
        ...fields,
        ...(error === undefined ? {} : { error: reason }),
      })}\n`,
    );
  };

/** Writes one JSON line for each call to standard output. `error` may be anything that was thrown. */
export const log = {
  debug: at("debug"),
  info: at("info"),
  warn: at("warn"),
  error: at("error"),
};
