import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  BackUpNow,
  BackupTable,
  describeSpan,
  LastRestore,
  NoFolder,
} from "#app/components/admin/backups.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { listBackups } from "#domain/backup/list-backups.server.ts";
import { readRestore } from "#domain/restore/restore-report.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { getNewestJob } from "#domain/jobs/list-jobs.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return orErrorPage(async () => ({
    folder: getSettings().BACKUP_DIR ?? null,
    every: getSettings().BACKUP_EVERY,
    backups: await listBackups(),
    restored: readRestore(),
    job: getNewestJob("back-up", {}) ?? null,
    now: new Date().toISOString(),
  }));
}

export default function Backups() {
  const { folder, every, backups, restored, job, now } =
    useLoaderData<typeof loader>();
  if (folder === null) return <NoFolder />;
  return (
    <>
      <header className="admin-head">
        <h1>Backups</h1>
        <p>{`In ${folder}, one every ${describeSpan(every)}. Each holds the database and every original.`}</p>
        <BackUpNow known={job} />
      </header>
      {restored && <LastRestore {...restored} backups={backups} now={now} />}
      <BackupTable backups={backups} now={now} />
    </>
  );
}
