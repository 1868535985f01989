import { rm, stat } from "node:fs/promises";
import os from "node:os";
import { listNames, onDisk } from "./disk.server.ts";
import { PARTS } from "./write.server.ts";

/** Removes half-written files whose writer is gone: a dead process of this machine, or an hour old. */
export async function sweepParts() {
  for (const name of await listNames(PARTS)) {
    const part = onDisk(`${PARTS}/${name}`);
    const [pid] = name.slice(os.hostname().length + 1).split(".");
    const ours = name.startsWith(`${os.hostname()}.`);
    const found = await stat(part).catch(() => undefined);
    if (
      found &&
      ((ours && !isAlive(Number(pid))) ||
        Date.now() - found.mtimeMs > 3_600_000)
    )
      await rm(part, { force: true });
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
