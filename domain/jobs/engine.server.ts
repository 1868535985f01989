import type { Engine } from "./queue.ts";
import { getSettings } from "../core/settings.server.ts";
import { startBullEngine } from "./bullmq.server.ts";
import { startEmbeddedEngine } from "./embedded.server.ts";

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
