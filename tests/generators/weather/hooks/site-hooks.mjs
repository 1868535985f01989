import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

/**
 * Node loads this into a site before its code (`hooks.ts`). A file that the simulator writes then decides what time
 * the site's clock shows, how slow its disk is, at which step on the disk it is killed, and when its hourly work runs.
 * Every number that the site gets is a real one: only the clock is moved, and only calls of the disk are held up.
 */

const FILE = process.env.WEATHER_FILE;
/** Work that the site does once an hour or so. */
const LONG_MS = 60_000;

let weather = { shiftMs: 0, slowMs: 0, killIn: null, hours: 0 };
const hourly = new Set();

function readWeather() {
  const before = weather;
  weather = { ...before, ...JSON.parse(fs.readFileSync(FILE, "utf8")) };
  if (weather.hours > before.hours) for (const run of hourly) run();
}

if (isMainThread && FILE) {
  readWeather();
  process.on("SIGUSR2", readWeather);
  moveClock();
  moveClockOfDatabase();
  rememberHourlyWork();
  await hookDisk();
}

function moveClock() {
  const RealDate = Date;
  const now = () => RealDate.now() + weather.shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) =>
      new target(...(given.length ? given : [now()])),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === "now" ? now : target[name]),
  });
}

/** SQLite dates new rows by the machine's clock, and moves what expires. Nothing else of the site asks it for a time. */
function moveClockOfDatabase() {
  const Database = createRequire(import.meta.url)("better-sqlite3");
  const { prepare } = Database.prototype;
  const moved = new WeakSet();
  Database.prototype.prepare = function (...given) {
    if (!moved.has(this))
      this.function("strftime", { varargs: true }, tellTime);
    moved.add(this);
    return prepare.apply(this, given);
  };
}

const MS_OF = { second: 1000, day: 86_400_000 };

function tellTime(format, time, more = "0 seconds") {
  const [, count, unit] = /^(-?[\d.]+) (second|day)s?$/.exec(more) ?? [];
  if (format !== "%Y-%m-%dT%H:%M:%fZ" || unit === undefined)
    throw new Error(`the moved clock can't tell strftime(${format}, ${more})`);
  const from = time === "now" ? Date.now() : Date.parse(time);
  return new Date(from + count * MS_OF[unit]).toISOString();
}

function rememberHourlyWork() {
  const { setInterval } = globalThis;
  globalThis.setInterval = (run, ms, ...given) => {
    if (ms >= LONG_MS) hourly.add(() => run(...given));
    return setInterval(run, ms, ...given);
  };
}

/** Kills the site before or after the step, when its turn has come: a step counts twice. */
function countStep() {
  if (weather.killIn !== null && weather.killIn-- === 0)
    process.kill(process.pid, "SIGKILL");
}

async function hookDisk() {
  const changes = [
    "rename",
    "link",
    "mkdir",
    "rm",
    "rmdir",
    "unlink",
    "copyFile",
  ];
  for (const name of changes) {
    hookWait(fs.promises, name);
    hookSync(fs, `${name}Sync`);
  }
  const handle = await fs.promises.open(FILE);
  for (const name of ["writeFile", "appendFile", "sync"])
    hookWait(Object.getPrototypeOf(handle), name);
  await handle.close();
  syncBuiltinESMExports();
}

function hookWait(owner, name) {
  const real = owner[name];
  owner[name] = async function (...given) {
    countStep();
    if (weather.slowMs > 0) await wait(weather.slowMs);
    const result = await real.apply(this, given);
    countStep();
    return result;
  };
}

function hookSync(owner, name) {
  const real = owner[name];
  const clock = new Int32Array(new SharedArrayBuffer(4));
  owner[name] = function (...given) {
    countStep();
    if (weather.slowMs > 0) Atomics.wait(clock, 0, 0, weather.slowMs);
    const result = real.apply(this, given);
    countStep();
    return result;
  };
}
