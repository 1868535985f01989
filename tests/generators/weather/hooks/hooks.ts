import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** What the simulator does to a site from inside its process. `site-hooks.mjs` reads it. */
interface InnerWeather {
  /** How wrong the clock is, in milliseconds. */
  shiftMs: number;
  /** How long each change of the disk takes, in milliseconds. */
  slowMs: number;
  /** After so many steps on the disk, before and after each change, the site is killed; null: never. */
  killIn: number | null;
  /** How often the work of an hour has been asked for. */
  hours: number;
}

/** The hand in a site's process. */
export interface Hooks {
  /** What the site needs in its environment. */
  env: Record<string, string>;
  /** What a worker needs in its own. */
  workerEnv: Record<string, string>;
  /** The file in which all of them note what they have synced. */
  notes: string;
  /** Changes some of it, now if the site runs, else at its start. */
  change: (change: Partial<InnerWeather>, pid?: number) => void;
  /** Does the work at once that the site does every hour. */
  passAnHour: (pid: number) => void;
  /** The same, an hour later by the site's clock. */
  letAnHourPass: (pid: number) => void;
  remove: () => void;
}

const HOUR_MS = 3_600_000;

export function makeHooks(): Hooks {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-weather-"));
  const file = path.join(folder, "weather.json");
  let now: InnerWeather = { shiftMs: 0, slowMs: 0, killIn: null, hours: 0 };
  const change: Hooks["change"] = (some, pid) => {
    now = { ...now, ...some };
    // In one step, because the site may be reading it.
    writeFileSync(`${file}.new`, JSON.stringify(now));
    renameSync(`${file}.new`, file);
    if (pid !== undefined) process.kill(pid, "SIGUSR2");
  };
  change({});
  const notes = path.join(folder, "syncs");
  writeFileSync(notes, "");
  const noteSyncs = urlOf("note-syncs.mjs");
  noteSyncs.searchParams.set("notes", notes);
  const workerOptions = `--import=${noteSyncs.href}`;
  const siteOptions = `${workerOptions} --import=${urlOf("site-hooks.mjs").href}`;
  return {
    env: { NODE_OPTIONS: siteOptions, WEATHER_FILE: file },
    workerEnv: { NODE_OPTIONS: workerOptions },
    notes,
    change,
    passAnHour: (pid) => change({ hours: now.hours + 1 }, pid),
    letAnHourPass: (pid) =>
      change({ hours: now.hours + 1, shiftMs: now.shiftMs + HOUR_MS }, pid),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const urlOf = (name: string) =>
  pathToFileURL(path.resolve(import.meta.dirname, name));
