import { Outlet, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { hasFinds } from "#app/components/share/queue/has-finds.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { useRockCount } from "#app/components/visitor/use-rock-count.ts";

const loadSendingLine = () =>
  import("#app/components/share/sending/sending-line.tsx");

/** Opening these changes nothing, not even the count of visits. */
const OPENED_FROM_MAILS = ["/review", "/follow"];

export default function PublicLayout() {
  const { pathname } = useLocation();
  useRockCount(!OPENED_FROM_MAILS.includes(pathname));
  const { SendingLine } =
    useLoaded(useHasFinds() ? loadSendingLine : undefined).part ?? {};
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {SendingLine && <SendingLine />}
    </>
  );
}

/** Whether finds wait on this device. Sending them begins with the component that shows it. */
function useHasFinds() {
  const { pathname } = useLocation();
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!has) void hasFinds().then(setHas);
  }, [has, pathname]);
  return has;
}
