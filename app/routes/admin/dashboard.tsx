import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { DashboardScreen } from "#app/components/admin/dashboard/dashboard-screen.tsx";
import { usePolling } from "#app/components/admin/data/use-polling.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readDashboard } from "#domain/operations/dashboard.server.ts";

export const meta: MetaFunction = () => [{ title: "Dashboard · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return readDashboard();
}

export default function Dashboard() {
  const dashboard = useLoaderData<typeof loader>();
  const { jobs, storage } = dashboard;
  const { revalidate } = useRevalidator();
  usePolling(
    jobs.queued + jobs.running > 0 || storage.media === null,
    revalidate,
  );
  return <DashboardScreen {...dashboard} />;
}
