import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { FailedImages } from "#app/components/admin/failed-images.tsx";
import { SiteState } from "#app/components/admin/site-state.tsx";
import { useRevalidateWhile } from "#app/components/admin/use-revalidate-while.ts";
import { WaitingFinds } from "#app/components/admin/waiting-finds.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readDashboard } from "#domain/dashboard.server.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import "#app/components/admin/dashboard.css";

export const meta: MetaFunction = () => [{ title: "Dashboard · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return readDashboard();
}

export default function Dashboard() {
  const { waiting, unplaced, failed, health, jobs, storage } =
    useLoaderData<typeof loader>();
  useRevalidateWhile(jobs.queued + jobs.running > 0 || storage.media === null);

  return (
    <>
      <header className="admin-head">
        <h1>Dashboard</h1>
        <p>
          {formatCount(unplaced)} {unplaced === 1 ? "post is" : "posts are"} not
          on the map yet.{" "}
          <Link to="/admin/journey">Go to the journey posts</Link>
        </p>
        <Form method="post" action="/logout">
          <button className="btn btn--quiet">Logout</button>
        </Form>
      </header>
      <div className="dashboard">
        <WaitingFinds {...waiting} />
        <FailedImages {...failed} />
        <SiteState health={health} jobs={jobs} storage={storage} />
      </div>
    </>
  );
}
