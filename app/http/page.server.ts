import { DomainError, statusOf } from "#domain/core/errors.ts";

/** What a page's loader reads; a refusal of the domain becomes the error page with its status. */
export function orErrorPage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError)
      throw new Response(error.message, { status: statusOf[error.kind] });
    throw error;
  }
}
