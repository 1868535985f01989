import { createContext, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toast, type Notice } from "./toast.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";

const ToastContext = createContext<
  (text: string, more?: Omit<Notice, "text">) => void
>(() => {});

/**
 * Shows a short notice that is announced, and that disappears after 10 seconds. The time stops while the
 * notice has the pointer or the focus.
 */
export const useToast = () => useContext(ToastContext);

export function ToastRegion({ children }: { children: Elements }) {
  // An object, so that the same text is shown for its full time when it comes again.
  const [notice, setNotice] = useState<Notice>();
  const dialog = useTopDialog(notice);
  const [show] = useState(
    () => (text: string, more?: Omit<Notice, "text">) =>
      setNotice({ text, ...more }),
  );
  const action = notice?.action;
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
  const toast = (
    <Toast
      notice={notice}
      onEnd={() => setNotice(undefined)}
      shortcut="Control+Z"
      onPress={(region) => region.focus()}
    />
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      {dialog ? createPortal(toast, dialog) : toast}
    </ToastContext.Provider>
  );
}

/**
 * The dialog that is open when a notice comes, until it closes. Outside of it, nobody could see the notice or press
 * its button.
 */
function useTopDialog(notice: Notice | undefined) {
  const [dialog, setDialog] = useState<Element>();
  useEffect(() => {
    if (!notice) return;
    const top = [...document.querySelectorAll("dialog:modal")].at(-1);
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
