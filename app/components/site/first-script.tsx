import { useEffect } from "react";

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
var key=location.hash.slice(1),early=window.earlyAnswers={};
if(!key)return;
function ask(address){return early[address]=fetch(address,{headers:{Authorization:"Bearer "+key,"Content-Language":document.documentElement.dataset.language},signal:AbortSignal.timeout(${PATIENCE_MS})})}
var find="/api"+location.pathname;
ask(find).then(function(answer){return answer.clone().json()}).then(function(own){
var first=own.find.images.find(function(image){return image.ready});
return ask(find+"/sm/"+first.name+".webp")
}).catch(function(){})
})()`;
