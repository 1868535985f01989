import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fail, run } from "./run.mjs";

export function findOnPath(program) {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether this process can install system packages: as root, on Debian or Ubuntu. */
export const canInstallPackages = () =>
  process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

export const isUbuntu = () =>
  existsSync("/etc/os-release") &&
  /^ID="?ubuntu/m.test(readFileSync("/etc/os-release", "utf8"));

export function installPackages(names) {
  console.log(`Installing ${names.join(", ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["-qq", "update"], { env });
  return (
    run(
      "apt-get",
      ["-qq", "install", "-y", "--no-install-recommends", ...names],
      { env },
    ) === 0
  );
}

/** Installs a Redis server if the machine has none. The tests start their own. */
export function ensureRedis() {
  if (findOnPath("redis-server")) return;
  if (canInstallPackages()) installPackages(["redis-server"]);
  if (!findOnPath("redis-server"))
    fail(
      "The tests need a Redis server: install it, so that redis-server is on the PATH (on Debian or Ubuntu: apt-get install redis-server; on macOS: brew install redis).",
    );
}

/** Programs of the tests that npm doesn't have, with their Debian packages. */
const TEST_PROGRAMS = { nginx: "nginx-light", "systemd-analyze": "systemd" };

/** Installs the programs that this machine doesn't have. The tests of one that stays missing are skipped. */
export function ensureTestPrograms() {
  const listMissing = () =>
    Object.keys(TEST_PROGRAMS).filter((program) => !findOnPath(program));
  const missing = listMissing();
  if (missing.length > 0 && canInstallPackages())
    installPackages(missing.map((program) => TEST_PROGRAMS[program]));
  for (const program of listMissing())
    console.log(
      `This machine has no ${program}, so its tests are skipped. Install it, so that it is on the PATH (on Debian or Ubuntu: apt-get install ${TEST_PROGRAMS[program]}).`,
    );
}
