import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const LOCK = ".cache/prepare.lock";

/** Runs `work` while no other command of this project prepares it. Takes over the lock of a dead command. */
export async function withLock(work) {
  mkdirSync(".cache", { recursive: true });
  for (let waiting = false; !take(); waiting = true) {
    const pid = holder();
    if (!isAlive(pid)) rmSync(LOCK, { force: true });
    else if (!waiting)
      console.log(
        `Waiting for process ${pid}, which is preparing the project (${LOCK}) …`,
      );
    await setTimeout(250);
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** @returns whether nobody else had the lock */
function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The process that has the lock; 0 if it is just taking it, or letting go of it. */
function holder() {
  try {
    return Number(readFileSync(LOCK, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    // With 0 it asks for this process's own group.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
