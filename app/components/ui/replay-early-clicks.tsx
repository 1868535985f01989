import { useEffect } from "react";

declare global {
  interface Window {
    /** The last button pressed before hydration. Null after it. */
    earlyClick?: HTMLElement | null;
  }
}

const REMEMBER = `addEventListener("click",function(e){if(window.earlyClick!==null)window.earlyClick=e.target.closest("button[type=button]")||undefined},true)`;

/** Repeats a click that came before hydration, which takes a while on a slow phone. */
export function ReplayEarlyClicks({ nonce }: { nonce: string }) {
  useEffect(() => {
    const early = window.earlyClick;
    window.earlyClick = null;
    if (early?.isConnected) early.click();
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: REMEMBER }}
    />
  );
}
