import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import {
  AdminFrame,
  ScreenError,
} from "#app/components/admin/frame/admin-frame.tsx";
import { PAGES } from "#app/pages.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { textsOfPage } from "#app/http/page-texts.server.ts";
import { getSettings } from "#core/settings.server.ts";

export const meta: MetaFunction = ({ location }) => {
  const page = PAGES.find(({ path }) => path === location.pathname);
  return [
    { title: page ? `${page.label} · Admin` : "Admin" },
    { name: "robots", content: "noindex" },
  ];
};

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return { ...textsOfPage(request), trashDays: getSettings().TRASH_DAYS };
}

export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  return (
    <AdminFrame>
      <ScreenError />
    </AdminFrame>
  );
}
