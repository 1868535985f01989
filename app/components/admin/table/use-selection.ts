import { useState } from "react";

/** Which rows of a table are chosen, by their keys. */
export function useSelection(keys: number[]) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  // Rows that are gone are chosen no more.
  const chosen = keys.filter((key) => marked.has(key));
  return {
    chosen,
    isChosen: (key: number) => marked.has(key),
    toggle: (key: number) =>
      setMarked((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    areAllChosen: keys.length > 0 && chosen.length === keys.length,
    toggleAll: () =>
      setMarked(chosen.length === keys.length ? new Set() : new Set(keys)),
  };
}
