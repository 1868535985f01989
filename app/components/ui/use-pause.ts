import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** A typed text once the typing has paused, so that not every letter asks the server. */
export function usePause(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
