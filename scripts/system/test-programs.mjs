import { canInstallPackages, installPackages } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";

/** Programs of the tests that npm doesn't have, with their Debian packages. */
const packages = { nginx: "nginx-light", "systemd-analyze": "systemd" };

/** Installs the programs that this machine doesn't have. The tests of one that stays missing are skipped. */
export function ensureTestPrograms() {
  const listMissing = () =>
    Object.keys(packages).filter((program) => !findOnPath(program));
  const missing = listMissing();
  if (missing.length > 0 && canInstallPackages())
    installPackages(missing.map((program) => packages[program]));
  for (const program of listMissing())
    console.log(
      `This machine has no ${program}, so its tests are skipped. Install it, so that it is on the PATH (on Debian or Ubuntu: apt-get install ${packages[program]}).`,
    );
}
