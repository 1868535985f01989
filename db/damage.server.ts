import { codeOf } from "#core/error-code.ts";
import { remember } from "#core/remember.server.ts";

/** Known damage to the site's database. Once it is noticed, nothing is written until the next start. */
const known = remember(
  "database damage",
  (): { reason?: string; tell?: (reason: string) => void } => ({}),
);

export const isOfDamage = (error: unknown) =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Damage of the site's database, in SQLite's words; undefined as long as nothing was noticed. */
export const databaseDamage = () => known.reason;

/** Calls a function once, when damage is noticed, or at once if it was. */
export function onDamage(tell: (reason: string) => void) {
  known.tell = tell;
  if (known.reason !== undefined) tell(known.reason);
}

/** SQLite writes a heading before the faults that it has found. */
export const inOneLine = (reason: string) =>
  reason.replace(/^\*\*\*.*\n/, "").replaceAll("\n", "; ");

export function noteDamage(reason: string) {
  if (known.reason !== undefined) return false;
  known.reason = inOneLine(reason);
  known.tell?.(known.reason);
  return true;
}
