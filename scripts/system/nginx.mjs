import { canInstallPackages, installPackages } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";

/** Installs nginx if the machine has none. The tests start their own nginx, and skip its tests without one. */
export function ensureNginx() {
  if (findOnPath("nginx")) return;
  if (canInstallPackages()) installPackages(["nginx-light"]);
  if (!findOnPath("nginx"))
    console.log(
      "This machine has no nginx, so the tests of nginx are skipped. Install one, so that nginx is on the PATH (on Debian or Ubuntu: apt-get install nginx-light; on macOS: brew install nginx).",
    );
}
