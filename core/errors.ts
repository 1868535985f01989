import { sayInEnglish } from "./languages/english.server.ts";
import type { Said } from "./languages/say.ts";

export const statusOf = {
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  not_an_image: 415,
  not_json: 415,
  too_many: 429,
  failed: 500,
  mail_refused: 502,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof statusOf;

/** A refusal that a person may read. `message` and `fields` have it in English. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly fields?: Record<string, string>;
  readonly said: { error: Said; fields?: Record<string, Said> };
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter?: number;
  /** The limit that was reached, and whose it is: an address, a network, or `*` for everybody together. */
  readonly limit?: { name: string; key: string };

  constructor(
    kind: ErrorKind,
    error: Said,
    more: {
      fields?: Record<string, Said>;
      retryAfter?: number;
      limit?: { name: string; key: string };
      cause?: unknown;
    } = {},
  ) {
    super(sayInEnglish(error), { cause: more.cause });
    this.name = "DomainError";
    this.kind = kind;
    this.fields = more.fields && sayEach(more.fields, sayInEnglish);
    this.said = { error, fields: more.fields };
    this.retryAfter = more.retryAfter;
    this.limit = more.limit;
  }
}

/** The refusal of one field, which is the whole of what is wrong. */
export const wrongField = (
  field: string,
  said: Said,
  kind: ErrorKind = "bad_input",
) => new DomainError(kind, said, { fields: { [field]: said } });

export const sayEach = (
  fields: Record<string, Said>,
  say: (said: Said) => string,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, said]) => [name, say(said)]),
  );

/** Message for a disk that is full or can't be written; undefined for any other error. */
export function describeDisk(error: unknown) {
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(code))
    return "There is no room left on the disk.";
  if (!["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(code)) return undefined;
  return `${path} can't be written: ${/^\w+: ([^,]+)/.exec(message)?.[1] ?? code}.`;
}
