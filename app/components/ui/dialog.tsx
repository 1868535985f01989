import { useLingui } from "@lingui/react/macro";
import {
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { CloseIcon } from "./icons.tsx";
import { Spinner, Button } from "#app/components/ui/button.tsx";
import { addDialogStep } from "./dialog-steps.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./dialog.css";

interface Props {
  open: boolean;
  /** Called by the close button, Back, Escape or a click on the overlay. */
  onClose: () => void;
  title: string;
  /** Shows beside the title that something is running, and has its changes said. */
  busy?: boolean;
  /** `small` for a few words, `large`, or `wide` for tables. */
  size?: "small" | "large" | "wide";
  /** Only screen readers get the title, and the content fills the dialog. */
  hideTitle?: boolean;
  /** The title is large and in the middle, below `picture` if there is one. */
  centred?: boolean;
  picture?: Elements;
  /** Keeps the dialog open while something must not be interrupted. */
  locked?: boolean;
  /** Called before closing. False keeps the dialog open. */
  mayClose?: () => boolean;
  /** The page's address opens it. */
  inAddress?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog. It renders nothing while closed. */
export function Dialog({ open, ...content }: Props) {
  return open ? <OpenDialog {...content} /> : null;
}

function OpenDialog({
  onClose,
  title,
  busy = false,
  size,
  hideTitle = false,
  centred = false,
  picture,
  locked = false,
  mayClose = () => true,
  inAddress,
  children,
}: Omit<Props, "open">) {
  const { t } = useLingui();
  const { dialog, isOpen, ask, closedByBrowser } = useModal(close, inAddress);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const pressedOutside = useRef(false);

  useLayoutEffect(() => heading.current?.focus(), []);

  useLayoutEffect(() => {
    if (isOpen) firstField(dialog.current!)?.focus();
  }, [dialog, isOpen]);

  function close() {
    if (locked || !mayClose()) return false;
    onClose();
    return true;
  }

  return (
    // The browser handles keys: Escape arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={`dialog raised dialog--${size ?? "medium"}`}
      aria-labelledby={headingId}
      onCancel={ask}
      onClose={closedByBrowser}
      onPointerDown={(event) =>
        (pressedOutside.current = event.target === event.currentTarget)
      }
      onClick={(event) => pressedOutside.current && ask(event)}
    >
      <div className="dialog-sheet">
        <div
          className={`dialog-head row ${hideTitle ? "dialog-head--bare" : centred ? "dialog-head--centred" : ""}`}
        >
          {picture}
          <h2
            id={headingId}
            ref={heading}
            tabIndex={-1}
            aria-live={busy ? "polite" : undefined}
            className={hideTitle ? "sr" : undefined}
          >
            {busy && <Spinner />}
            <span>{title}</span>
          </h2>
          <Button
            look="icon"
            className="dialog-close"
            aria-label={t`Close`}
            disabled={locked}
            onClick={close}
          >
            <CloseIcon />
          </Button>
        </div>
        <div className="dialog-body">{isOpen && children}</div>
      </div>
    </dialog>
  );
}

/** Returns the field to focus. None on a touch screen, because the keyboard would cover the dialog. */
function firstField(element: HTMLElement) {
  return window.matchMedia("(pointer: fine)").matches
    ? element.querySelector<HTMLElement>(
        ".dialog-body :is(input, textarea, select):enabled:not([readonly], [tabindex='-1'])",
      )
    : null;
}

/**
 * Shows a `<dialog>` over everything else while it is rendered, and returns the focus after that. Back, Escape and
 * Android's close gesture close the topmost.
 * @param close closes it if it may be closed, and returns whether it did
 * @param inAddress the page's address opens it, so it has a step in the history already
 */
export function useModal(close: () => boolean, inAddress = false) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(close);
  latest.current = close;

  useLayoutEffect(() => {
    const element = dialog.current!;
    if (!document.querySelector("dialog[open]")) holdPage();
    element.showModal();
    const takeBack = inAddress
      ? undefined
      : addDialogStep(() => latest.current());
    return () => {
      takeBack?.();
      element.close();
      if (!document.querySelector("dialog[open]")) releasePage();
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

/** Stops the page behind from being scrolled, and keeps the scrollbar's width free, so that it does not move. */
function holdPage() {
  const { style, dataset, clientWidth } = document.documentElement;
  style.setProperty("--scrollbar", `${window.innerWidth - clientWidth}px`);
  dataset.modal = "";
}

function releasePage() {
  delete document.documentElement.dataset.modal;
}
