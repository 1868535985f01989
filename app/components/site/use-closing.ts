import { useEffect, type RefObject } from "react";

/** Closes an open menu when a click or the focus is outside of it, and by Escape, which leads back to its button. */
export function useClosing(
  isOpen: boolean,
  close: () => void,
  button: RefObject<HTMLElement>,
  menu: RefObject<HTMLElement>,
) {
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      const isInside = [menu, button].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isInside) close();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      close();
      button.current?.focus();
    };
    document.addEventListener("click", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("click", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [isOpen, close, button, menu]);
}
