import { startTransition, useEffect, useState } from "react";

/** Runs `load` and returns its newest result, or the one before while it loads. `load` must keep its identity between renders. */
export function useLatestResult<T>(
  load: (() => Promise<T>) | undefined,
): T | undefined {
  const [result, setResult] = useState<T>();
  useEffect(() => {
    let isStale = false;
    load?.().then(
      (newest) => isStale || startTransition(() => setResult(newest)),
      (error: unknown) => isStale || console.error("Error on the map", error),
    );
    return () => {
      isStale = true;
    };
  }, [load]);
  return result;
}
