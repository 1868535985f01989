import { startTransition, useCallback, useEffect, useState } from "react";
import { type PinSource, createPinSource } from "./pin-source.ts";
import { addressOf, read } from "#app/components/api/send.ts";
import type { PinRequest, PinResponse } from "./pins.worker.ts";

export const CLUSTERED_ABOVE = 500;
const ALL = addressOf("GET /api/rock-posts/locations/all", {});
const PACKED = addressOf("GET /api/rock-posts/locations/packed", {});

/** Loads the map's pins. @param pictures versions of pin pictures, by rock number, for a map without clusters */
export function usePinSource(count: number, pictures: Record<number, string>) {
  const [source, setSource] = useState<PinSource>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(1);

  useEffect(() => {
    const left = new AbortController();
    const isSmall = count <= CLUSTERED_ABOVE;
    const loading = isSmall
      ? fetchAll(pictures, left.signal)
      : startPinWorker(new URL(PACKED, location.href).href, left.signal);
    loading.then(
      (found) => {
        if (!left.signal.aborted) startTransition(() => setSource(found));
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error(`Error loading ${isSmall ? ALL : PACKED}`, error);
        setFailed(true);
      },
    );
    return () => left.abort();
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
  const pins = await read("GET /api/rock-posts/locations/all", {}, { signal });
  return createPinSource(
    pins.map((pin) => ({
      ...pin,
      picture: pictures[pin.rock_number] ?? null,
    })),
  );
}

async function startPinWorker(
  address: string,
  signal: AbortSignal,
): Promise<PinSource> {
  const worker = new Worker(new URL("./pins.worker.ts", import.meta.url), {
    type: "module",
  });
  signal.addEventListener("abort", () => worker.terminate());
  const send =
    <T>(ask: PinRequest["ask"]) =>
    (...args: unknown[]) =>
      new Promise<T>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }: MessageEvent<PinResponse>) => {
          port1.close();
          if ("error" in data) reject(new Error(data.error));
          else resolve(data.result as T);
        };
        worker.onerror = ({ message }) =>
          reject(new Error(message || "the worker did not start"));
        worker.postMessage({ ask, args } satisfies PinRequest, [port2]);
      });

  return {
    total: await send<number>("load")(address),
    visiblePins: send("visiblePins"),
    list: send("list"),
    openingZoom: send("openingZoom"),
    pinsOfCluster: send("pinsOfCluster"),
  };
}
