import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";

/** Elements that give letters and arrows another meaning. */
const OTHERS = "input, textarea, select, [contenteditable], .leaflet-container";

/** Listens before the paint, so that no key that answers a new picture is missed. The server draws nothing for keys. */
const useBeforePaint =
  typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Runs an action when its key is pressed anywhere on the page, unless a dialog is open, something is typed, or it is
 * a letter and those are turned off.
 */
export function useKeys(actions: Record<string, () => void>) {
  const latest = useRef(actions);
  // Not in an effect, because a key may be pressed before it runs.
  latest.current = actions;
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, repeat, defaultPrevented } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (repeat || defaultPrevented || document.querySelector("dialog[open]"))
        return;
      if (target instanceof Element && target.closest(OTHERS)) return;
      if (key.length === 1 && areLettersOff()) return;
      const action = latest.current[key.length === 1 ? key.toLowerCase() : key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Whether letters decide, on this device. Somebody who speaks to their computer, or often hits a key, turns them off. */

const NAME = "review-letter-keys";
const watchers = new Set<() => void>();
let isOff: boolean | undefined;

const areLettersOff = () =>
  (isOff ??= readStored("localStorage", NAME) === "off");

/** If the browser keeps nothing, the choice lasts until the page is left. */
function turnLetters(off: boolean) {
  isOff = off;
  keepStored("localStorage", NAME, off ? "off" : "on");
  for (const changed of watchers) changed();
}

function watch(changed: () => void) {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

export function useLetterKeys() {
  const off = useSyncExternalStore(watch, areLettersOff, () => false);
  return { areOn: !off, toggle: () => turnLetters(!off) };
}
