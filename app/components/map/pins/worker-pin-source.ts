import type { PinSource } from "./pin-source.ts";
import type { FromPins, Question, ToPins } from "./pins.worker.ts";

interface WorkerPins {
  /** Rejects where the pins can't be had. */
  ready: Promise<PinSource>;
  end: () => void;
}

/** Has a worker fetch the packed pins and keep them. */
export function startPinWorker(address: string): WorkerPins {
  const worker = new Worker(new URL("./pins.worker.ts", import.meta.url), {
    type: "module",
  });
  const waiting = new Map<
    number,
    { resolve: (answer: never) => void; reject: (error: Error) => void }
  >();
  let asked = 0;

  function send<T>(message: Omit<ToPins, "id">) {
    const id = (asked += 1);
    worker.postMessage({ ...message, id });
    return new Promise<T>((resolve, reject) =>
      waiting.set(id, { resolve, reject }),
    );
  }
  const ask =
    (question: Question) =>
    (...about: unknown[]) =>
      send<never>({ ask: question, about } as Omit<ToPins, "id">);

  worker.addEventListener("message", ({ data }: MessageEvent<FromPins>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) one?.resolve(data.answer as never);
    else one?.reject(new Error(data.error));
  });
  worker.addEventListener("error", (event) => {
    for (const { reject } of waiting.values())
      reject(new Error(event.message || "the worker did not start"));
    waiting.clear();
  });

  return {
    ready: send<number>({ fetch: address } as Omit<ToPins, "id">).then(
      (total) => ({
        total,
        look: ask("look"),
        list: ask("list"),
        openingZoom: ask("openingZoom"),
        pinsOf: ask("pinsOf"),
      }),
    ),
    end: () => worker.terminate(),
  };
}
