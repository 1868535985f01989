import { Outlet, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SHARE_PAGE } from "#app/components/share/addresses.ts";
import { startIfWaiting } from "#app/components/share/queue/start-if-waiting.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { useRockCount } from "#app/components/visitor/use-rock-count.ts";

const loadSendingLine = () =>
  import("#app/components/share/sending/sending-line.tsx");

export default function PublicLayout() {
  useRockCount();
  const SendingLine = useSendingLine();
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {SendingLine && <SendingLine />}
    </>
  );
}

/** Loaded only if this device may have a find to send: from an earlier visit, or from the form in this one. */
function useSendingLine() {
  const { pathname } = useLocation();
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    void startIfWaiting().then(setWaiting);
  }, []);
  const isNeeded = isWaiting || pathname === SHARE_PAGE;
  return useLoaded(isNeeded ? loadSendingLine : undefined).part?.SendingLine;
}
