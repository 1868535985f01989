import { remember } from "#core/remember.server.ts";
import { getSettings, type SettingName } from "#core/settings.server.ts";
import { startBullEngine } from "./bullmq.server.ts";
import type { Engine } from "./dispatch.server.ts";
import { startEmbeddedEngine } from "./embedded.server.ts";

/** Needed by the jobs of the site: a keepsake takes its texts from the database, or else from the settings. */
const SETTINGS = [
  "DATABASE_PATH",
  "BACKUP_DIR",
  "BACKUP_KEEP",
  "PUBLIC_URL",
  "PORT",
  "SITE_NAME",
  "MEMORIAL_NAME",
  "MEMORIAL_DATES",
  "SOCIAL_URL",
  "DONATE_URL",
] satisfies SettingName[];

/** Holds no engine until the site has started. */
const running = remember(
  "engine",
  (): { engine?: Engine; ofSite?: Engine } => ({}),
);

/**
 * Starts the engine that the settings ask for: BullMQ with REDIS_URL, the embedded one without. Beside it starts one
 * for the jobs that need the database, which no worker has.
 */
export async function startEngine() {
  const { REDIS_URL } = getSettings();
  running.engine ??= REDIS_URL
    ? await startBullEngine(REDIS_URL)
    : startEmbeddedEngine();
  running.ofSite ??= startEmbeddedEngine({
    doer: "site",
    slots: 1,
    script: "build/node/site-process.js",
    settings: SETTINGS,
    endsWithJob: true,
  });
}

export const isQueueReachable = async () =>
  (await running.engine?.isReachable()) ?? false;
export const stopEngine = async (graceMs: number) =>
  Promise.all([running.engine?.stop(graceMs), running.ofSite?.stop(0)]);

/** None if they can't be asked. */
export const countWorkers = async () => {
  const counted = await running.engine?.countWorkers().catch(() => undefined);
  return counted ?? { all: 0, busy: 0 };
};
