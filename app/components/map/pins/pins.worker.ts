import { unpackPins } from "#domain/finds/packed-pins.ts";
import { clusterPins } from "./clustered-pins.ts";
import type { PinSource } from "./pin-source.ts";

/** Fetches, clusters and looks up the pins of a large map, so that the page stays free for the visitor. */

export interface PinRequest {
  /** `load` is the first: it takes the address, and gives the number of pins. */
  ask: "load" | Exclude<keyof PinSource, "total">;
  args: unknown[];
}
export type PinResponse = { result: unknown } | { error: string };

let source: PinSource | undefined;

addEventListener("message", ({ data, ports }: MessageEvent<PinRequest>) => {
  const { ask, args } = data;
  const answer = (response: PinResponse) => ports[0]!.postMessage(response);
  const run = (ask === "load" ? load : source![ask]) as (
    ...args: unknown[]
  ) => Promise<unknown>;
  run(...args).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: String(error) }),
  );
});

async function load(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const packed = new Uint8Array(await response.arrayBuffer());
  source = clusterPins(unpackPins(packed));
  return source.total;
}
