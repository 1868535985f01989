import { useLayoutEffect, useRef, type FocusEvent } from "react";

const CONTROLS = "a[href], button:enabled, input:enabled";

/**
 * Keeps the focus when its row is removed from a list, or its form is rendered anew. What has taken that place gets the
 * focus: its control with the same words, or else the one in the same position. Returns props of the element around
 * the rows or the form.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const last = useRef<{ row: number; control: number; words: string }>();

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement !== document.body) {
      // The focus has been given to something else meanwhile.
      if (!list.current?.contains(activeElement)) last.current = undefined;
      return;
    }
    if (!last.current) return;
    const rows = [...(list.current?.children ?? [])];
    const { row, control, words } = last.current;
    const controls = controlsIn(rows[Math.min(row, rows.length - 1)]);
    const next =
      controls.find(({ textContent }) => words && textContent === words) ??
      controls[Math.min(control, controls.length - 1)];
    next?.focus();
  });

  return {
    ref: list,
    onFocus({ target }: FocusEvent<E>) {
      const rows = [...list.current!.children];
      const row = rows.findIndex((row) => row.contains(target));
      const control = controlsIn(rows[row]).indexOf(target);
      last.current = { row, control, words: target.textContent };
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
