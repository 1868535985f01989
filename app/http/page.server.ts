import { msg } from "@lingui/core/macro";
import type { HeadersFunction } from "@remix-run/node";
import { DomainError, statusOf } from "#core/errors.ts";
import { findRock, findUnnumberedRock } from "#domain/finds/journeys.server.ts";
import { OneFind } from "#domain/finds/schemas.ts";
import { RockNumber } from "#domain/rocks/schemas.ts";
import { requireValid } from "./api.server.ts";

/** Runs a page's read. If the domain refuses, the visitor gets the error page with the right status. */
export function orErrorPage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError)
      throw new Response(error.message, { status: statusOf[error.kind] });
    throw error;
  }
}

export const neverStored: HeadersFunction = ({ actionHeaders }) => {
  const wait = actionHeaders.get("Retry-After");
  return {
    "Cache-Control": "no-store",
    ...(wait ? { "Retry-After": wait } : {}),
  };
};

/** The headers of a page whose address has a key that nobody else may learn. */
export const neverTold: HeadersFunction = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
});

const NO_SUCH_ROCK = msg`There is no such rock here.`;

/** @throws {DomainError} not_found, also for rock 0, which is many rocks */
export function requireRock(param: string | undefined) {
  const rock = /^\d{1,6}$/.test(param ?? "")
    ? findRock(requireValid(RockNumber, param))
    : undefined;
  if (rock) return rock;
  throw new DomainError("not_found", NO_SUCH_ROCK);
}

/**
 * The rock of a page. For rock 0 the query names a find of it, and the newest is meant without that.
 * @throws {DomainError} not_found
 */
export function requireRockOrFind(
  param: string | undefined,
  query: URLSearchParams,
) {
  if (!/^0+$/.test(param ?? "")) return requireRock(param);
  const { find } = requireValid(OneFind, Object.fromEntries(query));
  const rock = findUnnumberedRock(find);
  if (rock) return rock;
  throw new DomainError("not_found", NO_SUCH_ROCK);
}
