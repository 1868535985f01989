import {
  appendToSent,
  createSent,
  findSent,
  makeSentId,
  removeSent,
  SENT_LIFE_MS,
} from "#domain/restore/sent-backups.server.ts";
import type { UploadKeeper } from "./tus.server.ts";

/** Keeps a backup that is sent to set up a site with it. */
export const backupUploads: UploadKeeper = {
  path: "/api/setup/uploads",
  bytesMax: () => Number.MAX_SAFE_INTEGER,
  tooLarge: () => "The file is too large.",
  life: SENT_LIFE_MS,
  makeId: makeSentId,
  create: ({ id, bytes }) => createSent(id, bytes),
  get: findSent,
  append: appendToSent,
  remove: removeSent,
};
