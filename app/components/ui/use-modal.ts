import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type SyntheticEvent,
} from "react";
import { addDialogStep } from "./dialog-steps.ts";

interface Modal {
  /** Closes it if it may be closed. Returns whether it did. */
  close: () => boolean;
  /** The page's address opens it, so it has a step in the history already. */
  inAddress?: boolean;
}

/**
 * Shows a `<dialog>` over everything else while it is rendered, and returns the focus after that. Back, Escape and
 * Android's close gesture close the topmost.
 */
export function useModal({ close, inAddress = false }: Modal) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(close);
  latest.current = close;

  useLayoutEffect(() => {
    const element = dialog.current!;
    if (!document.querySelector("dialog:modal")) keepScrollbarsPlace();
    element.showModal();
    const takeBack = inAddress
      ? undefined
      : addDialogStep(() => latest.current());
    return () => {
      takeBack?.();
      element.close();
    };
  }, [inAddress]);

  useEffect(() => startTransition(() => setIsOpen(true)), []);

  function ask(event: SyntheticEvent) {
    // A picker or dialog inside sends the same event. Only this dialog's own counts.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  }

  /** Some browsers close a dialog although the event was cancelled. */
  function closedByBrowser(event: SyntheticEvent<HTMLDialogElement>) {
    const element = event.currentTarget;
    if (event.target !== element || element.open) return;
    if (!close()) element.showModal();
  }

  return {
    dialog,
    /** Render the content only now, so that a slow phone shows the dialog first. */
    isOpen,
    ask,
    closedByBrowser,
  };
}

/** Keeps the scrollbar's width free, so that the page behind does not move. */
function keepScrollbarsPlace() {
  const { style, clientWidth } = document.documentElement;
  style.setProperty("--scrollbar", `${window.innerWidth - clientWidth}px`);
}
