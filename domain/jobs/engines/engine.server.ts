import type { Engine } from "../queue.ts";
import { remember } from "#domain/core/remember.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { startBullEngine } from "./bullmq.server.ts";
import { startEmbeddedEngine } from "./embedded.server.ts";

/** Holds no engine until the site has started. */
const running = remember("engine", (): { engine?: Engine } => ({}));

/** Starts the engine that the settings ask for: BullMQ with REDIS_URL, the embedded one without. */
export async function startEngine() {
  const { REDIS_URL } = getSettings();
  running.engine ??= REDIS_URL
    ? await startBullEngine(REDIS_URL)
    : startEmbeddedEngine();
}

export const isQueueReachable = async () =>
  (await running.engine?.isReachable()) ?? false;
export const stopEngine = async (graceMs: number) =>
  running.engine?.stop(graceMs);

/** The processes that make images: how many there are, where, and what each is at. */
export const listWorkers = async () =>
  (await running.engine?.listWorkers()) ?? [];
