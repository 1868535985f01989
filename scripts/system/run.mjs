import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** So that a compiler that runs at the same time goes first. */
const NICENESS = 10;

/** Paths in settings and in the tools' configuration are relative to the project's folder. */
process.chdir(root);

/** Loads settings from `.env`, if there is one. The environment wins. */
export function loadSettingsFile() {
  if (!existsSync(".env")) return;
  try {
    process.loadEnvFile(".env");
  } catch (error) {
    fail(`The settings in .env can't be read: ${error.message}`);
  }
}

export const importBuilt = (name) =>
  import(pathToFileURL(path.join(root, `build/node/${name}.js`)).href);

/** Runs a JavaScript file with the same Node as this process. Returns the exit status. */
export function runNode(file, args = [], options = {}) {
  return run(process.execPath, [path.resolve(root, file), ...args], options);
}

/** Does the same without waiting, at a low priority. Resolves to the exit status and the program's output. */
export async function startNode(file, args = [], env = {}) {
  const child = spawn(process.execPath, [path.resolve(root, file), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  if (child.pid)
    os.setPriority(child.pid, Math.max(NICENESS, os.getPriority()));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => (output += text));
  const status = await new Promise((resolve) =>
    child.on("close", (code) => resolve(code ?? 1)),
  );
  return { status, output };
}

export function run(program, args, { env = {}, ...options } = {}) {
  const { status } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    ...options,
  });
  return status ?? 1;
}

export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

/** Sets PORT and HOST if nobody has, and ends the process with one sentence if they are wrong or in use. */
export async function requireFreePort() {
  process.env.PORT ||= "3000";
  process.env.HOST ||= "127.0.0.1";
  const { PORT, HOST } = process.env;
  // As `core/settings` says it, which is read later.
  if (!/^\d+$/.test(PORT) || PORT < 1 || PORT > 65535)
    fail(
      `PORT is ${JSON.stringify(PORT)}; it takes a whole number from 1 to 65535.`,
    );
  const probe = createServer();
  await new Promise((resolve) => {
    probe.once("error", (error) =>
      fail(
        error.code === "EADDRINUSE"
          ? `Port ${PORT} is in use. Stop what runs there, or choose another: PORT=3001 npm start`
          : `The site can't listen on ${HOST}, port ${PORT}: ${error.message}`,
      ),
    );
    probe.listen(Number(PORT), HOST, () => probe.close(resolve));
  });
}
