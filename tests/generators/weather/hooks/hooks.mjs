import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

/**
 * Node loads this into every process that writes to the store, before its code (`hooks.ts`). It notes what a power cut
 * can't take any more: each file that has been synced with its size, and each folder with its entries. `power.ts` reads
 * the notes. In the site's own process, a file that the simulator writes decides what time its clock shows, how slow its
 * disk is, at which step on the disk it is killed, and when its hourly work runs. Every number that the site gets is a
 * real one: only the clock is moved, and only calls of the disk are held up.
 */

const NOTES = new URL(import.meta.url).searchParams.get("notes");
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

if (isMainThread) await hookDisk();
if (isMainThread && FILE) {
  readWeather();
  process.on("SIGUSR2", readWeather);
  moveClock();
  moveClockOfDatabase();
  rememberHourlyWork();
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
  for (const name of "rename link mkdir rm rmdir unlink copyFile".split(" ")) {
    hookWait(fs.promises, name);
    hookSync(`${name}Sync`);
  }
  for (const name of ["fsyncSync", "fdatasyncSync"]) hookSync(name, look);
  const handle = await fs.promises.open(NOTES);
  const ofHandles = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of ["writeFile", "appendFile"]) hookWait(ofHandles, name);
  for (const name of ["sync", "datasync"])
    hookWait(ofHandles, name, ({ fd }) => look(fd));
  syncBuiltinESMExports();
}

function hookWait(owner, name, take) {
  const real = owner[name];
  owner[name] = async function (...given) {
    countStep();
    if (weather.slowMs > 0) await wait(weather.slowMs);
    const note = take?.(this);
    const result = await real.apply(this, given);
    if (note) write(note);
    countStep();
    return result;
  };
}

function hookSync(name, take) {
  const real = fs[name];
  const clock = new Int32Array(new SharedArrayBuffer(4));
  fs[name] = function (...given) {
    countStep();
    if (weather.slowMs > 0) Atomics.wait(clock, 0, 0, weather.slowMs);
    const note = take?.(given[0]);
    const result = real.apply(this, given);
    if (note) write(note);
    countStep();
    return result;
  };
}

/** What is there before the sync is what the sync makes sure of. `at` orders the notes of all processes. */
function look(fd) {
  const about = fs.fstatSync(fd);
  const at = Number(process.hrtime.bigint());
  if (!about.isDirectory()) return { ino: about.ino, at, size: about.size };
  const folder = fs.readlinkSync(`/proc/self/fd/${fd}`);
  const entries = fs.readdirSync(folder).map((name) => {
    const entry = path.join(folder, name);
    return [name, fs.lstatSync(entry, { throwIfNoEntry: false })?.ino];
  });
  return { ino: about.ino, at, entries };
}

/** In one step, because several processes write there. */
function write(note) {
  fs.appendFileSync(NOTES, `${JSON.stringify(note)}\n`);
}
