import * as v from "valibot";
import { streamChunks } from "#app/http/api.server.ts";
import { call, started } from "#app/http/calls/call.ts";
import { beginRestore } from "#app/http/restart/restore-site.server.ts";
import { Backup } from "#domain/backup/answers.ts";
import { backUpNow } from "#domain/backup/backup-job.server.ts";
import { isDamaged } from "#domain/backup/damage.server.ts";
import { readAsZip } from "#domain/backup/download.server.ts";
import {
  listBackups,
  requireBackup,
} from "#domain/backup/list-backups.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";

/** What has begun answers 202, and then the site is closed. */
const begun = { answers: { 202: { description: "It has begun." } } };

export const backups = {
  ...call("GET /api/backups", {
    summary: "The finished backups in BACKUP_DIR, newest first",
    access: "admin",
    gives: v.array(Backup),
    run: () => listBackups(),
  }),
  ...call("POST /api/backups", {
    summary: "Makes a backup now",
    says: "It is being made. Without BACKUP_DIR: 409.",
    access: "admin",
    gives: started("The backup is being made."),
    run: () => backUpNow(),
  }),
  ...call("GET /api/backups/:name/download", {
    summary: "A backup as one file, a zip that `npm run restore` takes",
    access: "confirmed",
    gives: { file: ["application/zip"] },
    run: async ({ request, params }) =>
      streamChunks(request, readAsZip(await requireBackup(params.name)), {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="backup-${params.name}.zip"`,
      }),
  }),
  ...call("POST /api/backups/:name/restore", {
    summary:
      "Brings the site back to a backup. Until that is done, every address answers 503",
    says: "It has begun. A backup of the site as it is now is made first. If the restore fails, the site stays as it was, and /admin/backups says why.",
    access: "confirmed",
    gives: begun,
    run: async ({ params }) => {
      const place = await requireBackup(params.name);
      beginRestore({
        name: params.name,
        place,
        // A damaged database has no backup. Its files stay beside the restored ones.
        backsUpFirst: !isDamaged(),
        siteName: siteNames().site_name,
      });
      return new Response(null, { status: 202 });
    },
  }),
};
