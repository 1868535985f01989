import { unpackPins } from "#domain/finds/packed-pins.ts";
import { clusterPins } from "./clustered-pins.ts";
import type { PinSource } from "./pin-source.ts";

/** Fetches, clusters and looks up the pins of a large map, so that the page stays free for the visitor. */

export type PinQuery = "visiblePins" | "list" | "openingZoom" | "pinsOfCluster";
export type PinRequest =
  | { id: number; fetch: string }
  | { id: number; query: PinQuery; args: unknown[] };
export type PinResponse = { id: number; result?: unknown; error?: string };

/** The page has drawn its first pins by then. */
const FINISH_DELAY_MS = 1000;

let source: PinSource | undefined;

addEventListener("message", ({ data }: MessageEvent<PinRequest>) => {
  void (async () => {
    const response: PinResponse = { id: data.id };
    try {
      response.result =
        "fetch" in data ? await load(data.fetch) : await run(data);
    } catch (error) {
      response.error = String(error);
    }
    postMessage(response);
  })();
});

async function load(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const packed = new Uint8Array(await response.arrayBuffer());
  const clustered = clusterPins(unpackPins(packed));
  source = clustered;
  setTimeout(clustered.finish, FINISH_DELAY_MS);
  return clustered.total;
}

function run({ query, args }: { query: PinQuery; args: unknown[] }) {
  const method = source?.[query] as (...args: unknown[]) => Promise<unknown>;
  return method(...args);
}
