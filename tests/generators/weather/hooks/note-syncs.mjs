import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { isMainThread } from "node:worker_threads";

/**
 * Node loads this into every process that writes to the store (`hooks.ts`). It notes what a power cut can't take any
 * more: each file that has been synced with its size, and each folder with its entries. `power.ts` reads the notes.
 */

const notes = new URL(import.meta.url).searchParams.get("notes");

if (isMainThread) {
  const handle = await fs.promises.open(notes, "a");
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  hookWait(prototype, "sync", ({ fd }) => fd);
  hookWait(prototype, "datasync", ({ fd }) => fd);
  hookSync("fsyncSync");
  hookSync("fdatasyncSync");
  syncBuiltinESMExports();
}

function hookWait(owner, name, fdOf) {
  const real = owner[name];
  owner[name] = async function (...given) {
    const note = look(fdOf(this));
    await real.apply(this, given);
    write(note);
  };
}

function hookSync(name) {
  const real = fs[name];
  fs[name] = function (fd) {
    const note = look(fd);
    real(fd);
    write(note);
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
const write = (note) => fs.appendFileSync(notes, `${JSON.stringify(note)}\n`);
