import { canInstallPackages, installPackages } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";

/** Gets an nginx where the machine has none: the tests start one of their own from it, and leave theirs out without. */
export function ensureNginx() {
  if (findOnPath("nginx")) return;
  if (canInstallPackages()) installPackages(["nginx-light"]);
  if (!findOnPath("nginx"))
    console.log(
      "There is no nginx here, so the tests of tests/api/operations/nginx.test.ts are left out: install one, so that nginx is on the PATH (on Debian or Ubuntu: apt-get install nginx-light; on macOS: brew install nginx).",
    );
}
