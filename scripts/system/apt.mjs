import { existsSync, readFileSync } from "node:fs";
import { run } from "./run.mjs";

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
