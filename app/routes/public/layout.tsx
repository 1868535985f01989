import { Outlet } from "@remix-run/react";
import { useEffect } from "react";
import { SendingLine } from "#app/components/share/sending/sending-line.tsx";
import { startQueue } from "#app/components/share/queue/send-queue.ts";
import { useRockCount } from "#app/components/visitor/use-rock-count.ts";

export default function PublicLayout() {
  useRockCount();
  useEffect(startQueue, []);
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <SendingLine />
    </>
  );
}
