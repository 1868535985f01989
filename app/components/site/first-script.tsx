import { useEffect } from "react";

declare global {
  interface Window {
    /** The last button pressed before hydration. Null after it. */
    earlyClick?: HTMLElement | null;
  }
}

/**
 * Says that the browser runs the site, by a feature that came with the oldest such browsers. In all others no other
 * script of the site runs, and the page is shown as without scripts.
 */
const BEGIN = `if(window.CSS&&CSS.supports&&CSS.supports("selector(:modal)"))document.documentElement.dataset.scripts="";else addEventListener("DOMContentLoaded",function(){document.querySelectorAll("noscript").forEach(function(e){e.outerHTML=e.textContent})})`;

const REMEMBER = `addEventListener("click",function(e){if(window.earlyClick!==null)window.earlyClick=e.target.closest("button[type=button]")||undefined},true)`;

/** Only the server has the script's text, so that it is not in a bundle too. */
const textFor = import.meta.env.SSR
  ? (pathname: string) =>
      [BEGIN, REMEMBER, pathname.startsWith("/finds/") && ASK_EARLY]
        .filter(Boolean)
        .join(";")
  : () => "";

/** Runs before the page's scripts have come. Repeats a click of that time once the page is alive. */
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

/** Milliseconds until the page asks again by itself, as it would for a picture that it asked for. */
const PATIENCE_MS = 20_000;

/** Asks for a find and its first photograph before the scripts have come, a second later. Only the browser knows the key. */
const ASK_EARLY = `(function(){
var key=location.hash.slice(1),early=window.earlyAnswers={},late=new AbortController;
if(!key)return;
setTimeout(function(){late.abort()},${PATIENCE_MS});
function ask(address){return early[address]=fetch(address,{headers:{Authorization:"Bearer "+key,"Content-Language":document.documentElement.dataset.language},signal:late.signal})}
var find="/api"+location.pathname;
ask(find).then(function(answer){return answer.clone().json()}).then(function(own){
var first=own.find.images.find(function(image){return image.ready});
return ask(find+"/sm/"+first.name+".webp")
}).catch(function(){})
})()`;
