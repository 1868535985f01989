import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { setTimeout } from "node:timers/promises";

const LOCK = ".cache/prepare.lock";

/** Does a piece of work while no other command of this project does one; a dead command's lock is taken over. */
export async function alone(work) {
  mkdirSync(".cache", { recursive: true });
  const mine = `${LOCK}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  for (let waiting = false; !link(mine, LOCK); waiting = true) {
    const pid = holder();
    if (!isAlive(pid)) takeOver(mine, pid);
    else if (!waiting)
      console.log(
        `Waiting for process ${pid}, which prepares the project (${LOCK}) …`,
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

/** Only one may take over from a dead process, and only while the lock is still that one's. */
function takeOver(mine, dead) {
  const claim = `${LOCK}.after-${dead}`;
  if (!link(mine, claim)) return;
  if (holder() === dead) rmSync(LOCK);
  rmSync(claim);
}

/** A link appears whole, so nobody reads a lock without its number; false where one is there already. */
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
