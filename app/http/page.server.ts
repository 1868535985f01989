import { DomainError, statusOf } from "#domain/core/errors.ts";

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
