import * as v from "valibot";
import { streamChunks } from "#app/http/api.server.ts";
import {
  admin,
  answers,
  confirmed,
  file,
  setup,
  started,
} from "#app/http/calls/call.ts";
import { beginRestore } from "#app/http/start.server.ts";
import type { RestoreTask } from "#app/http/restart/child.server.ts";
import { tusCalls, type UploadKeeper } from "#app/http/uploads/tus.server.ts";
import { isSecondFactorOn } from "#domain/account/second-factor.server.ts";
import { Backup } from "#domain/backup/answers.ts";
import { backUpNow } from "#domain/backup/backup-job.server.ts";
import { readAsZip } from "#domain/backup/download.server.ts";
import {
  listBackups,
  requireBackup,
} from "#domain/backup/list-backups.server.ts";
import { readRestore } from "#domain/restore/restore-report.server.ts";
import {
  requireRoomToRestore,
  sizeOfBackup,
} from "#domain/restore/room.server.ts";
import {
  appendToSent,
  createSent,
  findSent,
  makeSentId,
  removeSent,
  requireSent,
  SENT_LIFE_MS,
} from "#domain/restore/sent-backups.server.ts";
import { DomainError } from "#core/errors.ts";

/** The site is closed as soon as it has begun. */
const begun = answers({ 202: { description: "It has begun." } });

export const backups = {
  ...admin("GET /api/backups", {
    summary: "The finished backups in BACKUP_DIR, newest first",
    gives: v.array(Backup),
    run: () => listBackups(),
  }),
  ...admin("POST /api/backups", {
    summary: "Makes a backup now",
    says: "It is being made. Without BACKUP_DIR: 409.",
    gives: started("The backup is being made."),
    run: () => backUpNow(),
  }),
  ...confirmed("GET /api/backups/:backup/download", {
    summary: "A backup as one file, a zip that `npm run restore` takes",
    gives: file(["application/zip"]),
    run: async ({ request, params }) =>
      streamChunks(request, readAsZip(await requireBackup(params.backup)), {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="backup-${params.backup}.zip"`,
      }),
  }),
  ...confirmed("POST /api/backups/:backup/restore", {
    summary:
      "Brings the site back to a backup. Until that is done, every address answers 503",
    says: "It has begun. A backup of the site as it is now is made first. If the restore fails, the site stays as it was, and /admin/backups says why.",
    gives: begun,
    run: async ({ params: { backup } }) =>
      begin({ name: backup, place: await requireBackup(backup) }),
  }),
};

async function begin(
  backup: Pick<RestoreTask, "name" | "place" | "isSent">,
): Promise<Response> {
  // A site that is closed without room could not be opened again.
  await requireRoomToRestore(await sizeOfBackup(backup.place));
  beginRestore(backup);
  return new Response(null, { status: 202 });
}

const RestoreChoice = v.pipe(
  v.object({
    backup: v.optional(v.string()),
    upload: v.optional(v.string()),
  }),
  v.check(
    ({ backup, upload }) => (backup === undefined) !== (upload === undefined),
    "Name a backup or an upload.",
  ),
);

const sentBackups: UploadKeeper = {
  bytesMax: () => Number.MAX_SAFE_INTEGER,
  tooLarge: () => "The file is too large.",
  life: SENT_LIFE_MS,
  makeId: makeSentId,
  create: ({ id, bytes }) => createSent(id, bytes),
  get: findSent,
  append: appendToSent,
  remove: removeSent,
};

export const setUpBackups = {
  ...setup("GET /api/setup/backups", {
    summary:
      "The backups in BACKUP_DIR that a site can be set up with, and why the last restore has failed",
    gives: v.object({
      backups: v.array(Backup),
      error: v.nullable(v.string()),
    }),
    run: async () => ({
      backups: await listBackups(),
      error: readRestore()?.error ?? null,
    }),
  }),
  ...setup("POST /api/setup/restore", {
    summary: "Sets the site up with a backup, from BACKUP_DIR or sent",
    says: "It has begun. The site has a password afterwards if the backup has one that was chosen in the browser. While a second factor is on: 403.",
    takes: RestoreChoice,
    gives: begun,
    run: async ({ body: { backup, upload = "" } }) => {
      // The link must not get anybody round the second factor.
      if (isSecondFactorOn())
        throw new DomainError(
          "forbidden",
          "The second factor is on. Choose a password here first, and restore on the page of backups.",
        );
      return begin(
        backup === undefined
          ? {
              name: "The file that was sent",
              place: await requireSent(upload),
              isSent: true,
            }
          : { name: backup, place: await requireBackup(backup) },
      );
    },
  }),
  ...tusCalls(setup, "/api/setup/uploads", sentBackups, {
    create: "Begins to send a backup in pieces",
    offset: "How much of a backup has arrived",
    append: "Sends the next bytes of a backup",
    remove: "Removes what has arrived of a backup",
  }),
};
