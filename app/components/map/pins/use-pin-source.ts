import { startTransition, useCallback, useEffect, useState } from "react";
import type { RockPin } from "#domain/finds/answers.ts";
import { shortPinSource, type PinSource } from "./pin-source.ts";
import { startPinWorker } from "./worker-pin-source.ts";

/** Up to so many pins each is shown by itself. */
export const PILED_ABOVE = 500;
const ALL = "/api/rock-posts/locations/all";
const PACKED = "/api/rock-posts/locations/packed";

/**
 * Where the map's pins come from.
 * @param count of pins, as of the page's own data
 * @param pictures versions of the rocks' pin pictures, by number, for a map without clusters
 * @returns `source` is undefined until they are there; after a failure `retry` asks for them again
 */
export function usePinSource(count: number, pictures: Record<number, string>) {
  const [source, setSource] = useState<PinSource>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(1);

  useEffect(() => {
    const left = new AbortController();
    const { ready, end } =
      count <= PILED_ABOVE
        ? { ready: fetchAll(pictures, left.signal), end: () => {} }
        : startPinWorker(new URL(PACKED, location.href).href);
    ready.then(
      (found) => {
        if (!left.signal.aborted) startTransition(() => setSource(found));
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error(
          `Error loading ${count <= PILED_ABOVE ? ALL : PACKED}`,
          error,
        );
        setFailed(true);
      },
    );
    return () => {
      left.abort();
      end();
    };
  }, [count, pictures, tries]);

  const retry = useCallback(() => {
    setFailed(false);
    setTries((before) => before + 1);
  }, []);
  return { source, failed, retry };
}

async function fetchAll(
  pictures: Record<number, string>,
  signal: AbortSignal,
): Promise<PinSource> {
  const response = await fetch(ALL, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const pins = (await response.json()) as RockPin[];
  return shortPinSource(
    pins.map((pin) => ({
      ...pin,
      picture: pictures[pin.rock_number] ?? null,
    })),
  );
}
