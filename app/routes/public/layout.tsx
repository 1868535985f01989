import { Outlet } from "@remix-run/react";

export default function PublicLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
