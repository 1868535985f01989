import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import {
  NewestFinds,
  OnThisDay,
  QuickActions,
  RockNumbers,
  WhatWaits,
} from "#app/components/admin/dashboard/parts.tsx";
import {
  DamagedDatabase,
  SiteHealth,
} from "#app/components/admin/dashboard/site-health.tsx";
import { SetUpLeft } from "#app/components/admin/dashboard/set-up-left.tsx";
import { UnplacedFinds } from "#app/components/admin/dashboard/unplaced-finds.tsx";
import { usePolling } from "#app/components/api/use-polling.ts";
import { describeToday } from "#app/components/language/english.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readDamage } from "#domain/backup/damage.server.ts";
import {
  readDashboard,
  type Dashboard as DashboardData,
} from "#domain/health/dashboard.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const damage = await readDamage();
  return damage ? { damage } : readDashboard();
}

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
  return (
    <>
      <header className="admin-head dashboard-top ends">
        <h1>Dashboard</h1>
        <p>{describeToday(dashboard.today)}</p>
        <form method="post" action="/logout">
          <button className="btn btn--quiet">Logout</button>
        </form>
      </header>
      <div className="dashboard">
        <div className="dashboard-parts parted">
          <WhatWaits {...dashboard} />
          <UnplacedFinds {...dashboard.unplaced} />
          <div className="dashboard-side parted">
            <SetUpLeft {...dashboard} />
            <SiteHealth {...dashboard} />
            <QuickActions />
            {dashboard.onThisDay && <OnThisDay memory={dashboard.onThisDay} />}
          </div>
          <NewestFinds {...dashboard} />
          <RockNumbers {...dashboard} />
        </div>
      </div>
    </>
  );
}
