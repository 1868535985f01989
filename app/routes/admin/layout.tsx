import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { AdminLoading } from "#app/components/admin/frame/admin-loading.tsx";
import { holdAdminTab } from "#app/components/admin/frame/admin-tabs.ts";
import { UnsavedChangesGuard } from "#app/components/admin/data/use-unsaved-changes.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import "#app/components/admin/frame/admin.css";

export const meta: MetaFunction = () => [
  { title: "Admin" },
  { name: "robots", content: "noindex" },
];

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const { TILE_URL, TILE_ATTRIBUTION } = getSettings();
  return { tiles: { url: TILE_URL, attribution: TILE_ATTRIBUTION } };
}

export default function AdminLayout() {
  useEffect(holdAdminTab, []);
  const isLoading = useNavigation().state === "loading";
  return (
    <main className="admin" id="content" tabIndex={-1}>
      <AdminLoading isLoading={isLoading} />
      <div className="admin-screen" aria-busy={isLoading}>
        <Outlet />
      </div>
      <UnsavedChangesGuard />
    </main>
  );
}
