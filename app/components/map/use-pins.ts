import { useEffect, useState } from "react";
import type { RockPin } from "#domain/schemas.ts";
import { fetchList } from "../api/fetch-list.ts";

/** Fetches one pin a rock; undefined while they are on their way, none after a failure. */
export function usePins() {
  const [pins, setPins] = useState<RockPin[]>();

  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      const all = await fetchList<RockPin>(
        "/api/rock-posts/locations/all",
        left.signal,
      );
      if (!left.signal.aborted) setPins(all);
    })();
    return () => left.abort();
  }, []);

  return pins;
}
