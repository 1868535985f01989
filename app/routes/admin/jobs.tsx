import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CreateImagesBox } from "#app/components/admin/create-images-box.tsx";
import { JobList } from "#app/components/admin/job-list.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { listJobs } from "#domain/jobs/ledger.server.ts";

export const meta: MetaFunction = () => [{ title: "Jobs · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return { jobs: listJobs() };
}

export default function Jobs() {
  const { jobs } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Jobs</h1>
      </header>
      <CreateImagesBox />
      <JobList jobs={jobs} />
    </>
  );
}
