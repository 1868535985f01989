import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder; everything below it is named relative to it. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Paths in settings and in the tools' own configuration count from the project's folder. */
process.chdir(root);

/** Runs a JavaScript file with this very Node. Gives its exit status. */
export function runNode(file, args = [], options = {}) {
  return run(process.execPath, [path.resolve(root, file), ...args], options);
}

/** Runs a program, its output going where ours goes. Gives its exit status; 1 where it has none. */
export function run(program, args, { env = {}, timeout } = {}) {
  const { status } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    timeout,
  });
  return status ?? 1;
}

/** Ends with one plain sentence. */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}
