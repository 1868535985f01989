import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  Refused,
  Reason,
} from "#app/components/share/queue/find-store.ts";

const REASONS: Record<Reason, MessageDescriptor> = {
  "lost-picture": msg`The browser has lost a picture. Please add it again.`,
  "add-picture": msg`Please add the picture again.`,
  "no-answer": msg`The site can be reached, but it doesn’t take the find.`,
  "not-accepted": msg`The site didn't accept it.`,
  "not-kept": msg`The connection was lost, and this browser can’t keep your find. In a private window that is often so. Please keep this page open, and submit it again when there is a signal.`,
};

const isReason = (reason: string): reason is Reason =>
  Object.keys(REASONS).includes(reason);

/** Leaves a sentence as it is: the site's own, or one that an older page has stored. */
export const sayReason = (i18n: I18n, reason: string) =>
  isReason(reason) ? i18n._(REASONS[reason]) : reason;

export const sayRefused = (
  i18n: I18n,
  { reason, fields }: Refused,
): Refused => ({
  reason: sayReason(i18n, reason),
  fields: Object.fromEntries(
    Object.entries(fields).map(([field, reason]) => [
      field,
      sayReason(i18n, reason),
    ]),
  ),
});
