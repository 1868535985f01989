import { startTransition, useEffect, useState } from "react";

/** The newest answer to a question that changes; the one before until it is there. `ask` needs a steady identity. */
export function useAnswer<T>(
  ask: (() => Promise<T>) | undefined,
): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    let isStale = false;
    ask?.().then(
      (given) => isStale || startTransition(() => setAnswer(given)),
      (error: unknown) => isStale || console.error("Error on the map", error),
    );
    return () => {
      isStale = true;
    };
  }, [ask]);
  return answer;
}
