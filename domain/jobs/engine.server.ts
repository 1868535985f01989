import type { WorkerReport } from "../job-queue.ts";
import { getSettings } from "../settings.server.ts";
import { startBullEngine } from "./bullmq.server.ts";
import { startEmbeddedEngine } from "./embedded.server.ts";

/** What empties the ledger: image processes of the site's own, or workers that Redis reaches. */
export interface Engine {
  /** Whether jobs that are recorded now are taken up; answers within 2 seconds. */
  isReachable(): Promise<boolean>;
  /** The processes that make images, as they report themselves; none where they can't be asked. */
  listWorkers(): Promise<WorkerReport[]>;
  /** Lets what runs here finish for so many milliseconds, then ends it; the ledger keeps what is left. */
  stop(graceMs: number): Promise<void>;
}

// Kept across hot reloads in development, where modules are evaluated again.
const kept = globalThis as { siteEngine?: Engine };

/** Starts the engine that the settings ask for: BullMQ with REDIS_URL, the embedded one without. */
export function startEngine() {
  const { REDIS_URL } = getSettings();
  kept.siteEngine ??= REDIS_URL
    ? startBullEngine(REDIS_URL)
    : startEmbeddedEngine();
}

export const isQueueReachable = async () =>
  (await kept.siteEngine?.isReachable()) ?? false;
export const stopEngine = async (graceMs: number) =>
  kept.siteEngine?.stop(graceMs);

/** The processes that make images: how many there are, where, and what each is at. */
export const listWorkers = async () =>
  (await kept.siteEngine?.listWorkers()) ?? [];
