import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { DamagedDatabase } from "#app/components/admin/dashboard/site-health.tsx";
import { DashboardScreen } from "#app/components/admin/dashboard/dashboard-screen.tsx";
import { usePolling } from "#app/components/admin/data/use-polling.ts";
import { unlessLost } from "#app/components/ui/lost-connection.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readDamage } from "#domain/backup/damage.server.ts";
import {
  readDashboard,
  type Dashboard as DashboardData,
} from "#domain/health/dashboard.server.ts";

export const meta: MetaFunction = () => [{ title: "Dashboard · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const damage = await readDamage();
  return damage ? { damage } : readDashboard();
}

export const shouldRevalidate = unlessLost;

export default function Dashboard() {
  const read = useLoaderData<typeof loader>();
  return "damage" in read ? (
    <DamagedDatabase {...read.damage} />
  ) : (
    <Living {...read} />
  );
}

function Living(dashboard: DashboardData) {
  const { jobs, storage } = dashboard;
  const { revalidate } = useRevalidator();
  usePolling(
    jobs.queued + jobs.running > 0 || storage.media === null,
    revalidate,
  );
  return <DashboardScreen {...dashboard} />;
}
