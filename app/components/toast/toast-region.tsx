import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./toast.css";

/** Milliseconds. */
const NOTICE_TIME = 10_000;
const STEP = 250;

interface Notice {
  text: string;
  isFailure?: boolean;
  action?: { label: string; run: () => void };
}

type Show = (text: string, more?: Omit<Notice, "text">) => void;

const ToastContext = createContext<Show>(() => {});

/** Shows and announces a notice for 10 seconds, which stop while it has the pointer or the focus. */
export const useToast = () => useContext(ToastContext);

export function ToastRegion({ children }: { children: Elements }) {
  // An object, so that the same text is shown for its full time when it comes again.
  const [notice, setNotice] = useState<Notice>();
  const region = useRef<HTMLDivElement>(null);
  const dialog = useTopDialog(notice);
  const show = useCallback<Show>(
    (text, more) => setNotice({ text, ...more }),
    [],
  );
  const action = notice?.action;
  useEffect(() => {
    if (!notice) return;
    let left = NOTICE_TIME;
    const timer = setInterval(() => {
      if (region.current?.matches(":hover, :focus-within")) return;
      left -= STEP;
      if (left <= 0) setNotice(undefined);
    }, STEP);
    return () => clearInterval(timer);
  }, [notice]);
  // Ctrl+Z presses its button too, because a toast is far away for the Tab key.
  useEffect(() => {
    if (!action) return;
    const press = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return;
      event.preventDefault();
      action.run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [action]);
  const toast = <Toast region={region} notice={notice} />;
  return (
    <ToastContext.Provider value={show}>
      {children}
      {dialog ? createPortal(toast, dialog) : toast}
    </ToastContext.Provider>
  );
}

/** The region is there before its text, because a screen reader only hears what changes in it. */
function Toast({
  region,
  notice,
}: {
  region: RefObject<HTMLDivElement>;
  notice: Notice | undefined;
}) {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  const action = notice?.action;
  return (
    <div ref={region} className="toast" role="status" tabIndex={-1}>
      {isReady && notice && (
        <p
          className={`raised row wrap ${notice.isFailure ? "is-failure" : ""}`}
        >
          <span>{notice.text}</span>
          {action && (
            <button
              type="button"
              aria-keyshortcuts="Control+Z"
              onClick={() => {
                // The button goes with the notice, and the focus must not be lost.
                region.current!.focus();
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** The dialog that is open when a notice comes. Outside of it, nobody could see the notice or press its button. */
function useTopDialog(notice: Notice | undefined) {
  const [dialog, setDialog] = useState<Element>();
  useEffect(() => {
    if (!notice) return;
    const top = [...document.querySelectorAll("dialog[open]")].at(-1);
    const leave = () => setDialog(undefined);
    setDialog(top);
    top?.addEventListener("close", leave);
    return () => top?.removeEventListener("close", leave);
  }, [notice]);
  return dialog;
}

/** In a field, the key takes back what was typed there. */
const isUndoKey = ({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  target,
}: KeyboardEvent) =>
  key.toLowerCase() === "z" &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !(
    target instanceof HTMLElement &&
    target.matches("input:not([type=checkbox]), textarea, select")
  );
