import { setTimeout as wait } from "node:timers/promises";
import { type Doer, type JobTask, asJobError } from "../jobs/catalogue.ts";
import {
  prepareImageProcess,
  type ImageProcess,
  type ImageProcessOptions,
} from "../jobs/image-process.server.ts";
import { endLeases } from "../jobs/ledger.server.ts";
import { remember } from "#core/remember.server.ts";
import { getSettings, type SettingName } from "#core/settings.server.ts";
import { startBullEngine } from "./bullmq.server.ts";
import { dispatchJobs, type Engine, type Ledger } from "./dispatch.server.ts";

/** Jobs at a time: one for each core of the smallest machine this is meant for. */
const SLOTS = 2;

interface Slot {
  images: ImageProcess;
  tryId?: string;
  work?: Promise<void>;
}

export function startEmbeddedEngine({
  doer = "worker",
  slots: count = SLOTS,
  ...options
}: ImageProcessOptions & { doer?: Doer; slots?: number } = {}): Engine {
  endLeases(doer);
  const slots = Array.from({ length: count }, (): Slot => ({
    images: prepareImageProcess(options),
  }));

  async function work(
    { images }: Slot,
    tryId: string,
    task: JobTask,
    { progressed, answered }: Ledger,
  ) {
    const answer = await images
      .run(task, (...how) => progressed(tryId, ...how))
      .catch(asJobError);
    await answered(tryId, answer);
  }

  return dispatchJobs(doer, (ledger) => ({
    hasRoom: () => slots.some(({ tryId }) => !tryId),
    async handOver(tryId, task) {
      const slot = slots.find(({ tryId }) => !tryId)!;
      slot.tryId = tryId;
      slot.work = work(slot, tryId, task, ledger).finally(() => {
        slot.tryId = undefined;
        ledger.wake();
      });
    },
    listHeld: async () => slots.flatMap(({ tryId }) => tryId ?? []),
    /** A worker finishes the pictures that it has begun. A job of the site's own may take an hour, so it is ended. */
    async takeBack(cancelled) {
      if (doer === "site")
        slots.find(({ tryId }) => tryId === cancelled)?.images.stop();
      return false;
    },
    isReachable: async () => true,
    countWorkers: async () => ({
      all: slots.length,
      busy: slots.filter(({ tryId }) => tryId).length,
    }),
    async stop(graceMs) {
      await Promise.race([
        Promise.all(slots.map(({ work }) => work)),
        wait(graceMs, undefined, { ref: false }),
      ]);
      for (const { images } of slots) images.stop();
    },
  }));
}

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

const running = remember(
  "engine",
  (): { engine?: Engine; ofSite?: Engine } => ({}),
);

/** BullMQ with REDIS_URL, else the embedded one. Beside it one for jobs that need the database, which no worker has. */
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
