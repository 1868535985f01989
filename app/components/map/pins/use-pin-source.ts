import { startTransition, useCallback, useEffect, useState } from "react";
import { type PinSource, createPinSource } from "./pin-source.ts";
import { addressOf, read } from "#app/components/api/send.ts";
import type { PinQuery, PinRequest, PinResponse } from "./pins.worker.ts";

/** With more pins than this, the map shows clusters. */
export const CLUSTERED_ABOVE = 500;
const ALL = addressOf("GET /api/rock-posts/locations/all", {});
const PACKED = addressOf("GET /api/rock-posts/locations/packed", {});

/**
 * Loads the map's pins.
 * @param count number of pins, from the page's own data
 * @param pictures versions of the rocks' pin pictures, by number, for a map without clusters
 * @returns `source` is undefined until the pins are loaded. `retry` loads them again after a failure.
 */
export function usePinSource(count: number, pictures: Record<number, string>) {
  const [source, setSource] = useState<PinSource>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(1);

  useEffect(() => {
    const left = new AbortController();
    const isSmall = count <= CLUSTERED_ABOVE;
    const { ready, end } = isSmall
      ? { ready: fetchAll(pictures, left.signal), end: () => {} }
      : startPinWorker(new URL(PACKED, location.href).href);
    ready.then(
      (found) => {
        if (!left.signal.aborted) startTransition(() => setSource(found));
      },
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error(`Error loading ${isSmall ? ALL : PACKED}`, error);
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
  const pins = await read("GET /api/rock-posts/locations/all", {}, signal);
  return createPinSource(
    pins.map((pin) => ({
      ...pin,
      picture: pictures[pin.rock_number] ?? null,
    })),
  );
}

interface WorkerPins {
  /** Rejects if the pins can't be loaded. */
  ready: Promise<PinSource>;
  end: () => void;
}

/** Starts a worker that fetches the packed pins and keeps them. */
function startPinWorker(address: string): WorkerPins {
  const worker = new Worker(new URL("./pins.worker.ts", import.meta.url), {
    type: "module",
  });
  const pending = new Map<
    number,
    { resolve: (result: never) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;

  function send<T>(message: Omit<PinRequest, "id">) {
    const id = (lastId += 1);
    worker.postMessage({ ...message, id });
    return new Promise<T>((resolve, reject) =>
      pending.set(id, { resolve, reject }),
    );
  }
  const run =
    (query: PinQuery) =>
    (...args: unknown[]) =>
      send<never>({ query, args } as Omit<PinRequest, "id">);

  worker.addEventListener("message", ({ data }: MessageEvent<PinResponse>) => {
    const request = pending.get(data.id);
    pending.delete(data.id);
    if (data.error === undefined) request?.resolve(data.result as never);
    else request?.reject(new Error(data.error));
  });
  worker.addEventListener("error", (event) => {
    for (const { reject } of pending.values())
      reject(new Error(event.message || "the worker did not start"));
    pending.clear();
  });

  return {
    ready: send<number>({ fetch: address } as Omit<PinRequest, "id">).then(
      (total) => ({
        total,
        visiblePins: run("visiblePins"),
        list: run("list"),
        openingZoom: run("openingZoom"),
        pinsOfCluster: run("pinsOfCluster"),
      }),
    ),
    end: () => worker.terminate(),
  };
}
