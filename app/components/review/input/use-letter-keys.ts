import { useSyncExternalStore } from "react";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";

/** Whether letters decide, on this device. Somebody who speaks to their computer, or often hits a key, turns them off. */

const NAME = "review-letter-keys";
const watchers = new Set<() => void>();
let isOff: boolean | undefined;

export const areLettersOff = () =>
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
