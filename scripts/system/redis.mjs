import { canInstallPackages, installPackages } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { fail } from "./run.mjs";

/** Gets a Redis server where the machine has none: the tests start their own from it. */
export function ensureRedis() {
  if (findOnPath("redis-server")) return;
  if (canInstallPackages()) installPackages(["redis-server"]);
  if (!findOnPath("redis-server"))
    fail(
      "The tests need a Redis server: install it, so that redis-server is on the PATH (on Debian or Ubuntu: apt-get install redis-server; on macOS: brew install redis).",
    );
}
