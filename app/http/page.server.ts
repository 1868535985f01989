import { msg } from "@lingui/core/macro";
import type { HeadersFunction } from "@remix-run/node";
import { DomainError, statusOf } from "#core/errors.ts";
import { findRock } from "#domain/finds/journeys.server.ts";
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

/** @throws {DomainError} not_found */
export function requireRock(param: string | undefined) {
  const rock = /^\d{1,6}$/.test(param ?? "")
    ? findRock(requireValid(RockNumber, param))
    : undefined;
  if (rock) return rock;
  throw new DomainError("not_found", msg`There is no such rock here.`);
}
