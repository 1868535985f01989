import { useLayoutEffect, useRef, type FocusEvent } from "react";

const CONTROLS = "a[href], button:enabled, input:enabled";

/**
 * Keeps the focus in a list whose row with the focus goes: the same control of the row in its place gets it.
 * Returns props of the element around the rows.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const last = useRef<{ row: number; control: number }>();

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement !== document.body) {
      // The focus has been given to something else meanwhile.
      if (!list.current?.contains(activeElement)) last.current = undefined;
      return;
    }
    if (!last.current) return;
    const rows = [...(list.current?.children ?? [])];
    const { row, control } = last.current;
    const controls = controlsIn(rows[Math.min(row, rows.length - 1)]);
    controls[Math.min(control, controls.length - 1)]?.focus();
  });

  return {
    ref: list,
    onFocus({ target }: FocusEvent<E>) {
      const rows = [...list.current!.children];
      const row = rows.findIndex((row) => row.contains(target));
      last.current = { row, control: controlsIn(rows[row]).indexOf(target) };
    },
    onBlur({ target }: FocusEvent<E>) {
      // What is gone has lost the focus without wanting to.
      if (target.isConnected) last.current = undefined;
    },
  };
}

const controlsIn = (row: Element | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
];
