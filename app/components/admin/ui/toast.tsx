import {
  createContext,
  useContext,
  useEffect,
  useState,
  type ReactNode,
} from "react";
import "./toast.css";

const TOAST_MS = 10_000;

const ToastContext = createContext<(text: string) => void>(() => {});

/** Shows a short notice that is announced, and that goes by itself after 10 seconds. */
export const useToast = () => useContext(ToastContext);

/** Shows the notices of everything below it. Its region is always there, because a screen reader only hears what changes in it. */
export function ToastRegion({ children }: { children: ReactNode }) {
  // An object, so that the same text is shown for its full time when it comes again.
  const [notice, setNotice] = useState<{ text: string }>();
  const [show] = useState(() => (text: string) => setNotice({ text }));

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toast" role="status">
        {notice && <p>{notice.text}</p>}
      </div>
    </ToastContext.Provider>
  );
}
