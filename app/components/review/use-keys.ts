import { useEffect, useRef, useState } from "react";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";

/** Elements that give letters and arrows another meaning. */
const OTHERS = "input, textarea, select, [contenteditable], .leaflet-container";

/**
 * Runs an action when its key is pressed anywhere on the page, unless a dialog is open, something is typed, or it is
 * a letter and those are turned off.
 */
export function useKeys(
  { areOn }: LetterKeys,
  actions: Record<string, () => void>,
) {
  const latest = useRef({ areOn, actions });
  // Not in an effect, because a key may be pressed before it runs.
  latest.current = { areOn, actions };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, repeat, defaultPrevented } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (repeat || defaultPrevented || document.querySelector("dialog[open]"))
        return;
      if (target instanceof Element && target.closest(OTHERS)) return;
      const { areOn, actions } = latest.current;
      const isLetter = key.length === 1;
      if (isLetter && !areOn) return;
      const action = actions[isLetter ? key.toLowerCase() : key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const NAME = "review-letter-keys";

/** Whether letters decide, on this device. Somebody who speaks to their computer, or often hits a key, turns them off. */
export function useLetterKeys() {
  const [areOn, setAreOn] = useState(true);
  useEffect(() => setAreOn(readStored("localStorage", NAME) !== "off"), []);
  return {
    areOn,
    toggle() {
      setAreOn(!areOn);
      keepStored("localStorage", NAME, areOn ? "off" : "on");
    },
  };
}

export type LetterKeys = ReturnType<typeof useLetterKeys>;
