import {
  endChild,
  findFreePort,
  startChild,
} from "#tests/setup/processes/child.ts";
import { until } from "#tests/setup/until.ts";

/** Starts a server build under stock remix-serve, without our preload. */
export async function startStock(
  build: string,
  env: Record<string, string> = {},
) {
  const port = await findFreePort();
  const lines: string[] = [];
  const child = startChild(
    process.execPath,
    ["node_modules/@remix-run/serve/dist/cli.js", build],
    lines,
    { PORT: String(port), HOST: "127.0.0.1", ...env },
  );
  const baseURL = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`remix-serve did not start:\n${lines.join("\n")}`);
    return (await fetch(baseURL, { redirect: "manual" }).catch(() => {})) && 1;
  });
  return {
    baseURL,
    pid: child.pid!,
    stop: async () => void (await endChild(child, "SIGTERM")),
  };
}
