import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackupsScreen } from "#app/components/admin/backups/backups-screen.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { listBackups } from "#domain/backup/list-backups.server.ts";
import { readRestore } from "#domain/restore/restore-report.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { getNewestJob } from "#domain/jobs/list-jobs.server.ts";

export const meta: MetaFunction = () => [{ title: "Backups · Admin" }];

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
  return <BackupsScreen {...useLoaderData<typeof loader>()} />;
}
