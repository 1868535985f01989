import { checkSetUpKey } from "#domain/account/set-up.server.ts";
import { DomainError } from "#core/errors.ts";
import { senderOf } from "./admin-session.server.ts";
import { bearerOf } from "./request/headers.ts";
import { noteEvent } from "./request/security-events.server.ts";

/**
 * Guards the set-up with the key of the link that the start prints, `Authorization: Bearer KEY`.
 * @throws {DomainError} gone once the site has a password, unauthorized, too_many
 */
export function requireSetUpKey(request: Request) {
  try {
    checkSetUpKey(bearerOf(request) ?? "", senderOf(request));
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unauthorized")
      noteEvent(request, { event: "sign-in failed" });
    throw error;
  }
}
