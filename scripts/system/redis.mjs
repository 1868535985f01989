import { canInstallPackages, installPackages } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { fail } from "./run.mjs";

/** Installs a Redis server if the machine has none. The tests start their own. */
export function ensureRedis() {
  if (findOnPath("redis-server")) return;
  if (canInstallPackages()) installPackages(["redis-server"]);
  if (!findOnPath("redis-server"))
    fail(
      "The tests need a Redis server: install it, so that redis-server is on the PATH (on Debian or Ubuntu: apt-get install redis-server; on macOS: brew install redis).",
    );
}
