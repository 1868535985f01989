import type { Browser } from "playwright";
import { launchPhone } from "#tests/setup/field/phone.ts";
import {
  endChild,
  findFreePort,
  isAnswering,
  startChild,
  untilReady,
} from "#tests/setup/processes/child.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";

/** Stops what was started when the work with it is done. */
export async function during<Started extends { stop: () => unknown }, Found>(
  starting: Promise<Started>,
  work: (started: Started) => Promise<Found>,
) {
  const started = await starting;
  try {
    return await work(started);
  } finally {
    await started.stop();
  }
}

/** Works with a site that has these settings. */
export const onSite = <Found>(
  env: Record<string, string>,
  work: (site: Site) => Promise<Found>,
) => during(startSite({ env }), work);

/** Works with a browser and a site. */
export async function inBrowser<Found>(
  env: Record<string, string>,
  work: (browser: Browser, site: Site) => Promise<Found>,
) {
  const browser = await launchPhone();
  try {
    return await onSite(env, (site) => work(browser, site));
  } finally {
    await browser.close();
  }
}

export type Stock = Awaited<ReturnType<typeof startStock>>;

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
  await untilReady(child, lines, () => isAnswering(baseURL));
  return { baseURL, pid: child.pid!, stop: () => endChild(child, "SIGTERM") };
}
