import { Outlet } from "@remix-run/react";
import { useEffect } from "react";
import { startIfWaiting } from "#app/components/share/queue/start-if-waiting.ts";
import { useRockCount } from "#app/components/visitor/use-rock-count.ts";

export default function PublicLayout() {
  useRockCount();
  useEffect(startIfWaiting, []);
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
