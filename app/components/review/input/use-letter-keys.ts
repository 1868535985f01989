import { useSyncExternalStore } from "react";

/** Whether letters decide, on this device. Somebody who speaks to their computer, or often hits a key, turns them off. */

const NAME = "review-letter-keys";
const watchers = new Set<() => void>();
let isOff: boolean | undefined;

export function areLettersOff() {
  try {
    return (isOff ??= localStorage.getItem(NAME) === "off");
  } catch {
    return (isOff ??= false);
  }
}

function turnLetters(off: boolean) {
  isOff = off;
  try {
    if (off) localStorage.setItem(NAME, "off");
    else localStorage.removeItem(NAME);
  } catch {
    // The choice then lasts until the page is left.
  }
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
