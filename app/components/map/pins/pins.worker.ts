import { unpackPins } from "#domain/finds/packed-pins.ts";
import { pilePins } from "./clustered-pins.ts";
import type { PinSource } from "./pin-source.ts";

/** Keeps the pins of a large map away from the page: fetches, piles and looks them up. */

export type Question = "look" | "list" | "openingZoom" | "pinsOf";
export type ToPins =
  | { id: number; fetch: string }
  | { id: number; ask: Question; about: unknown[] };
export type FromPins = { id: number; answer?: unknown; error?: string };

/** By then the page has had its first look. */
const LATER_MS = 1000;

let source: PinSource | undefined;

addEventListener("message", ({ data }: MessageEvent<ToPins>) => {
  void (async () => {
    const reply: FromPins = { id: data.id };
    try {
      reply.answer =
        "fetch" in data ? await load(data.fetch) : await answer(data);
    } catch (error) {
      reply.error = String(error);
    }
    postMessage(reply);
  })();
});

async function load(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const packed = new Uint8Array(await response.arrayBuffer());
  const piles = pilePins(unpackPins(packed));
  source = piles;
  setTimeout(piles.finish, LATER_MS);
  return piles.total;
}

function answer({ ask, about }: { ask: Question; about: unknown[] }) {
  const method = source?.[ask] as (...about: unknown[]) => Promise<unknown>;
  return method(...about);
}
