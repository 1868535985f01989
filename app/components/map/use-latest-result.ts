import { startTransition, useEffect, useState } from "react";

/** Asks again whenever what is asked changes, and returns the newest result; while it loads, the one before. */
export function useLatestResult<Args extends unknown[], T>(
  ask: ((...args: Args) => Promise<T>) | undefined,
  ...args: Args
): T | undefined {
  const [result, setResult] = useState<T>();
  const asked = JSON.stringify(args);
  useEffect(() => {
    if (!ask) return;
    let isStale = false;
    ask(...(JSON.parse(asked) as Args)).then(
      (newest) => isStale || startTransition(() => setResult(newest)),
      (error: unknown) => isStale || console.error("Error on the map", error),
    );
    return () => {
      isStale = true;
    };
  }, [ask, asked]);
  return result;
}
