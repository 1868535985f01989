import { useEffect, useRef, useState } from "react";

/**
 * Loads a module once it is needed. Unlike `React.lazy`, a failure breaks nothing: the next try comes when `again`
 * changes.
 */
export function useLoaded<T extends object>(
  load: () => Promise<T>,
  isNeeded: boolean,
  again?: unknown,
) {
  const [loaded, setLoaded] = useState<T>();
  const latest = useRef(load);
  useEffect(() => {
    if (isNeeded && !loaded) latest.current().then(setLoaded, () => {});
  }, [isNeeded, loaded, again]);
  return loaded;
}
