import { useEffect, useState } from "react";
import "./toast.css";

const TOAST_MS = 10_000;

/**
 * A short notice that is announced and goes by itself after 10 seconds. Render `toast` always: a screen
 * reader only hears of what changes within it.
 */
export function useToast() {
  // An object, so that the same words again are shown for their full time again.
  const [notice, setNotice] = useState<{ text: string }>();

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return {
    tell: (text: string) => setNotice({ text }),
    toast: (
      <div className="toast" role="status">
        {notice && <p>{notice.text}</p>}
      </div>
    ),
  };
}
