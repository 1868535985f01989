import type { PinSource } from "./pin-source.ts";
import type { PinQuery, PinRequest, PinResponse } from "./pins.worker.ts";

interface WorkerPins {
  /** Rejects if the pins can't be loaded. */
  ready: Promise<PinSource>;
  end: () => void;
}

/** Starts a worker that fetches the packed pins and keeps them. */
export function startPinWorker(address: string): WorkerPins {
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
