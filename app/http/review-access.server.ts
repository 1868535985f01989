import { DomainError } from "#core/errors.ts";
import {
  openReviewKey,
  type ReviewScope,
} from "#domain/review/scope.server.ts";
import { requireAdmin } from "./admin-session.server.ts";
import { bearerOf } from "./request/headers.ts";

/** The finds that may be reviewed: with `Authorization: Bearer KEY` those of that key's daily mail, else all, by the admin. */
export async function requireReviewScope(
  request: Request,
): Promise<ReviewScope> {
  const key = bearerOf(request);
  if (key === undefined) {
    await requireAdmin(request);
    return { by: "admin" };
  }
  const finds = openReviewKey(key);
  if (!finds)
    throw new DomainError(
      "unauthorized",
      "This link doesn’t work any more. It works for seven days.",
    );
  return { by: "review", finds };
}
