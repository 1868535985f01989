import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  endChild,
  findFreePort,
  isAnswering,
  startChild,
  untilReady,
} from "./child.ts";
import { accessTo, type SitePlace } from "./site-access.ts";

/** The built site as a process, with its own port, database and store. */
export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts a site, and waits until it answers. Settings that aren't in `env` have their defaults. `project` is the
 * folder with the site's code, if it is another one than this. `leadsGroup` is that of `startChild`.
 */
export async function startSite({
  env = {},
  project = ".",
  leadsGroup = false,
}: {
  env?: Record<string, string>;
  project?: string;
  leadsGroup?: boolean;
} = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-site-"));
  const port = await findFreePort();
  const baseURL = `http://127.0.0.1:${port}`;
  const settings: Record<string, string> = {
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: baseURL,
    DATABASE_PATH: path.join(folder, "site.sqlite"),
    MEDIA_DIR: path.join(folder, "media"),
    ADMIN_USERNAME: "admin",
    ADMIN_PASSWORD: randomUUID(),
    ...env,
  };
  /** All that it has printed since its first start. */
  const lines: string[] = [];
  // A parent is there for restores in the browser. Other sites start faster without one.
  const restores = settings.BACKUP_DIR || settings.ADMIN_PASSWORD === "";
  const script = restores ? "serve.mjs" : "site.mjs";
  const args = [path.resolve(project, "scripts/system", script)];
  const run = () =>
    startChild(process.execPath, args, lines, settings, leadsGroup);
  let child = run();
  const untilUp = () =>
    untilReady(child, lines, () => isAnswering(`${baseURL}/healthz`));

  /** Ends the process and waits until it is gone. Returns its exit code, or null if the signal ended it. */
  const kill = (signal: NodeJS.Signals = "SIGTERM") => endChild(child, signal);
  const place: SitePlace = {
    baseURL,
    adminUsername: settings.ADMIN_USERNAME!,
    adminPassword: settings.ADMIN_PASSWORD!,
    databasePath: settings.DATABASE_PATH!,
    mediaDir: settings.MEDIA_DIR!,
  };
  const site = {
    ...place,
    ...accessTo(place),
    lines,
    pid: () => child.pid!,
    kill,
    /** Ends it, if it still runs, and starts it again on the same data and port, with more settings. */
    restart: async (more: Record<string, string> = {}) => {
      await kill();
      Object.assign(settings, more);
      child = run();
      await untilUp();
    },
    /** Ends it and removes its data. */
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await untilUp();
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}
