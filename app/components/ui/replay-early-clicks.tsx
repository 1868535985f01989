import { useEffect } from "react";

declare global {
  interface Window {
    /** The last button pressed before the page was alive; null once it is. */
    earlyClick?: HTMLElement | null;
  }
}

const REMEMBER = `addEventListener("click",function(e){if(window.earlyClick!==null)window.earlyClick=e.target.closest("button[type=button]")||undefined},true)`;

/** On a slow phone a button may be pressed before its page is alive: the press is made good then. */
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
