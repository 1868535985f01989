import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "#domain/core/errors.ts";
import { openReviewKey } from "#domain/review/review-keys.server.ts";
import type { ReviewScope } from "#domain/review/scope.server.ts";
import { requireAdmin } from "./admin-session.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Makes a handler the review's: of the finds of a daily mail with that mail's key, `Authorization: Bearer KEY`, else
 * the admin's. Keeps the response out of every cache.
 */
export const review =
  (handler: (args: Args, scope: ReviewScope) => unknown) =>
  async (args: Args) => {
    const result = await handler(args, await requireScope(args.request));
    const response =
      result instanceof Response ? result : Response.json(result);
    response.headers.set("Cache-Control", "no-store");
    return response;
  };

async function requireScope(request: Request): Promise<ReviewScope> {
  const [, key] =
    /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
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
