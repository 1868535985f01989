import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CreateImagesBox, JobList } from "#app/components/admin/jobs.tsx";
import { ImageCopiesBox } from "#app/components/admin/print/image-copies-box.tsx";
import { QrBox } from "#app/components/admin/print/qr-box.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { jobLabels } from "#domain/jobs/catalogue.ts";
import { listJobs } from "#domain/jobs/list-jobs.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return {
    jobs: listJobs(),
    labels: jobLabels,
    siteName: siteNames().site_name,
    publicUrl: getSettings().PUBLIC_URL,
  };
}

export default function Jobs() {
  const { jobs, labels, siteName, publicUrl } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Jobs</h1>
      </header>
      <div className="jobs columns">
        <div className="parted">
          <CreateImagesBox />
          <QrBox siteName={siteName} publicUrl={publicUrl} />
          <ImageCopiesBox />
        </div>
        <JobList jobs={jobs} labels={labels} />
      </div>
    </>
  );
}
