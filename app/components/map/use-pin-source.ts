import { startTransition, useEffect, useState } from "react";
import type { RockPin } from "#domain/schemas.ts";
import { fetchList } from "../api/fetch-list.ts";
import { shortPinSource, type PinSource } from "./pin-source.ts";
import { startPinWorker } from "./worker-pin-source.ts";

/** Up to so many pins each is shown by itself. */
const PILED_ABOVE = 500;
const ALL = "/api/rock-posts/locations/all";
const PACKED = "/api/rock-posts/locations/packed";

/** Where the map's pins come from; undefined while they are on their way, without any after a failure. */
export function usePinSource(count: number) {
  const [source, setSource] = useState<PinSource>();

  useEffect(() => {
    const left = new AbortController();
    const give = (found: PinSource) => {
      if (!left.signal.aborted) startTransition(() => setSource(found));
    };
    if (count <= PILED_ABOVE) {
      void fetchList<RockPin>(ALL, left.signal).then((pins) =>
        give(shortPinSource(pins)),
      );
      return () => left.abort();
    }
    const { ready, end } = startPinWorker(new URL(PACKED, location.href).href);
    ready.then(give, (error: unknown) => {
      if (left.signal.aborted) return;
      console.error(`Error loading ${PACKED}`, error);
      give(shortPinSource([]));
    });
    return () => {
      left.abort();
      end();
    };
  }, [count]);

  return source;
}
