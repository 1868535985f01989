import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** What the simulator does to a site from inside its process. `hooks.mjs` reads it. */
interface InnerWeather {
  shiftMs: number;
  slowMs: number;
  /** After so many steps on the disk, before and after each change, the site is killed; null: never. */
  killIn: number | null;
  /** How often the work of an hour has been asked for. */
  hours: number;
}

export type Hooks = ReturnType<typeof makeHooks>;

const HOUR_MS = 3_600_000;

export function makeHooks() {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-weather-"));
  const file = path.join(folder, "weather.json");
  let now: InnerWeather = { shiftMs: 0, slowMs: 0, killIn: null, hours: 0 };
  /** Changes some of it, now if the site runs, else at its start. */
  const change = (some: Partial<InnerWeather>, pid?: number) => {
    now = { ...now, ...some };
    // In one step, because the site may be reading it.
    writeFileSync(`${file}.new`, JSON.stringify(now));
    renameSync(`${file}.new`, file);
    if (pid !== undefined) process.kill(pid, "SIGUSR2");
  };
  change({});
  const notes = path.join(folder, "syncs");
  writeFileSync(notes, "");
  const hooks = pathToFileURL(path.join(import.meta.dirname, "hooks.mjs"));
  hooks.searchParams.set("notes", notes);
  /** What a worker needs in its environment. */
  const workerEnv = { NODE_OPTIONS: `--import=${hooks.href}` };
  return {
    workerEnv,
    /** What the site needs in its own. */
    env: { ...workerEnv, WEATHER_FILE: file },
    /** The file in which all of them note what they have synced. */
    notes,
    change,
    /** Does the work at once that the site does every hour. */
    passAnHour: (pid: number) => change({ hours: now.hours + 1 }, pid),
    /** The same, an hour later by the site's clock. */
    letAnHourPass: (pid: number) =>
      change({ hours: now.hours + 1, shiftMs: now.shiftMs + HOUR_MS }, pid),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
