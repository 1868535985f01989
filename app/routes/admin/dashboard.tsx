import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { NewestFinds } from "#app/components/admin/dashboard/newest-finds.tsx";
import { SiteHealth } from "#app/components/admin/dashboard/site-health.tsx";
import { UnplacedFinds } from "#app/components/admin/dashboard/unplaced-finds.tsx";
import { useRevalidateWhile } from "#app/components/admin/ui/use-revalidate-while.ts";
import { WaitingFinds } from "#app/components/admin/dashboard/waiting-finds.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readDashboard } from "#domain/operations/dashboard.server.ts";
import { PictureIcon, PlusIcon, QrIcon } from "#app/components/ui/icons.tsx";
import "#app/components/admin/dashboard/dashboard.css";

export const meta: MetaFunction = () => [{ title: "Dashboard · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return readDashboard();
}

export default function Dashboard() {
  const { waiting, unplaced, newest, failed, health, jobs, storage } =
    useLoaderData<typeof loader>();
  useRevalidateWhile(jobs.queued + jobs.running > 0 || storage.media === null);

  return (
    <>
      <header className="admin-head">
        <h1>Dashboard</h1>
        <Form method="post" action="/logout">
          <button className="btn btn--quiet">Logout</button>
        </Form>
      </header>
      <div className="dashboard">
        <div className="dashboard-main">
          <WaitingFinds {...waiting} newest={newest[0]} />
          <UnplacedFinds {...unplaced} />
          <NewestFinds finds={newest} />
        </div>
        <div className="dashboard-side">
          <nav className="quick" aria-label="Often needed">
            <Link to="/admin/rocks" state={{ creates: true }}>
              <PlusIcon />
              Create Rock
            </Link>
            <Link to="/admin/jobs#qr-codes">
              <QrIcon />
              Print QR codes
            </Link>
            <Link to="/admin/albums">
              <PictureIcon />
              Albums
            </Link>
          </nav>
          <SiteHealth
            failed={failed}
            health={health}
            jobs={jobs}
            storage={storage}
          />
        </div>
      </div>
    </>
  );
}
