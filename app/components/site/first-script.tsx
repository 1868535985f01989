import { useEffect } from "react";
import { ASK_EARLY } from "./ask-early.ts";

declare global {
  interface Window {
    /** The last button pressed before hydration. Null after it. */
    earlyClick?: HTMLElement | null;
  }
}

const REMEMBER = `addEventListener("click",function(e){if(window.earlyClick!==null)window.earlyClick=e.target.closest("button[type=button]")||undefined},true)`;

/** Only the server has the script's text, so that it is not in a bundle too. */
const textFor = import.meta.env.SSR
  ? (pathname: string) =>
      pathname.startsWith("/finds/") ? `${REMEMBER};${ASK_EARLY}` : REMEMBER
  : () => "";

/**
 * Runs before the page's scripts have come, which takes a while on a slow phone. Repeats a click of that time once
 * the page is alive.
 */
export function FirstScript({
  nonce,
  pathname,
}: {
  nonce: string;
  pathname: string;
}) {
  useEffect(() => {
    const early = window.earlyClick;
    window.earlyClick = null;
    if (early?.isConnected) early.click();
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: textFor(pathname) }}
    />
  );
}
