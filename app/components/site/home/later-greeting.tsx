import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { useQrRock } from "#app/components/visitor/qr-rock.ts";

const load = () => import("./greeting.tsx");

const LEAVE_ROOM = `try{if(sessionStorage.rock_num_qr)document.currentScript.parentNode.style.minBlockSize=JSON.parse(sessionStorage.greeting).room+"px"}catch{}`;

/** The greeting of a rock whose code was scanned earlier. Leaves room for it, so that nothing moves when it is drawn. */
export function LaterGreeting({ nonce }: { nonce: string }) {
  const kept = useQrRock();
  const { part } = useLoaded(kept ? load : undefined);
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: LEAVE_ROOM }}
      />
      {part && <part.KeptGreeting rockNumber={Number(kept)} />}
    </>
  );
}
