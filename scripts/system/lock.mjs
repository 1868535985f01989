import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { setTimeout } from "node:timers/promises";

const LOCK = ".cache/prepare.lock";

/** Runs `work` while no other command of this project prepares it. Takes over the lock of a dead command. */
export async function withLock(work) {
  mkdirSync(".cache", { recursive: true });
  const mine = `${LOCK}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  for (let waiting = false; !link(mine, LOCK); waiting = true) {
    const pid = holder();
    if (!isAlive(pid)) takeOver(mine, pid);
    else if (!waiting)
      console.log(
        `Waiting for process ${pid}, which is preparing the project (${LOCK}) …`,
      );
    await setTimeout(250);
  }
  rmSync(mine);
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Removes a dead process's lock. The claim makes sure that only one process does so, and only while the lock is still the dead one's. */
function takeOver(mine, dead) {
  const claim = `${LOCK}.after-${dead}`;
  if (!link(mine, claim)) return;
  if (holder() === dead) rmSync(LOCK);
  rmSync(claim);
}

/** Creates the lock as a link, so that nobody reads a lock without its process id. Returns false if there is one already. */
function link(mine, lock) {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holder() {
  try {
    return Number(readFileSync(LOCK, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
