import type { FinderFind, OwnFind } from "#domain/finds/answers.ts";
import {
  getFindOfFinder,
  getOwnInTrash,
} from "#domain/finds/finder-access.server.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";

/** Data of the finder's page, also for a find in the trash. */
export const asOwnFind = (find: FinderFind | null): OwnFind => ({
  find,
  can_follow: (find?.rock_number ?? 0) > 0 && mailServer() !== undefined,
});

/** @throws {DomainError} not_found */
export const readOwnFind = (uuid: string, key: string) =>
  asOwnFind(
    getOwnInTrash(uuid, key) === undefined ? getFindOfFinder(uuid, key) : null,
  );
