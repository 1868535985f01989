import type { OwnFind } from "#domain/finds/answers.ts";
import {
  getFindOfFinder,
  getOwnInTrash,
} from "#domain/finds/finder-access.server.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";

/** Data of the finder's page, also for a find in the trash. @throws {DomainError} not_found */
export function readOwnFind(uuid: string, key: string): OwnFind {
  const isTrashed = getOwnInTrash(uuid, key) !== undefined;
  const find = isTrashed ? null : getFindOfFinder(uuid, key);
  return {
    find,
    can_follow: (find?.rock_number ?? 0) > 0 && mailServer() !== undefined,
  };
}
