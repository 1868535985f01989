import { useEffect, useRef } from "react";

/** Where letters and arrows mean something else. */
const OTHERS = "input, textarea, select, [contenteditable], .leaflet-container";

/** Runs an action when its key is pressed anywhere on the page, unless a dialog is open or something is typed. */
export function useKeys(actions: Record<string, () => void>) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, repeat, defaultPrevented } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (repeat || defaultPrevented || document.querySelector("dialog[open]"))
        return;
      if (target instanceof Element && target.closest(OTHERS)) return;
      const action = latest.current[key.length === 1 ? key.toLowerCase() : key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
