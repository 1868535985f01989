import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Reason } from "#app/components/share/queue/find-store.ts";
import type {
  QueuedPicture,
  QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { writingOf } from "#core/languages/set-up-i18n.ts";

export function countOriginals(pictures: QueuedPicture[]) {
  const originals = pictures.filter(({ original }) => original !== "none");
  return {
    total: originals.length,
    done: originals.filter(({ original }) => original === "done").length,
  };
}

export function describeSending(i18n: I18n, { pictures }: QueueEntry) {
  const current = pictures.findIndex(({ part }) => part < 1) + 1;
  const total = pictures.length;
  if (current === 0) return t(i18n)`Uploading your find`;
  return total === 1
    ? t(i18n)`Uploading your picture`
    : t(i18n)`Uploading picture ${current} of ${total}`;
}

export function describeOriginals(i18n: I18n, { pictures }: QueueEntry) {
  const { total, done } = countOriginals(pictures);
  return done < total
    ? t(i18n)`The full pictures follow: ${done} of ${total}`
    : "";
}

/** Rounds, because a guess that changes every second tells nobody more. */
export function describeTimeLeft(i18n: I18n, seconds: number) {
  if (seconds < 8) return t(i18n)`a few seconds left`;
  if (seconds < 55) {
    const about = Math.ceil(seconds / 10) * 10;
    return t(i18n)`${plural(about, { other: "about # seconds left" })}`;
  }
  const minutes = seconds < 90 ? 1 : Math.round(seconds / 60);
  if (minutes < 60)
    return t(i18n)`${plural(minutes, {
      1: "about a minute left",
      other: "about # minutes left",
    })}`;
  const hours = Math.round(minutes / 60);
  return t(i18n)`${plural(hours, {
    1: "about an hour left",
    other: "about # hours left",
  })}`;
}

/** '29 November', in the visitor's time zone. Only for the browser: a server's time zone is another. */
const formatLongDay = ({ locale }: I18n, time: number) =>
  new Date(time).toLocaleDateString(
    locale === "en" ? "en-GB" : `${writingOf(locale)}-ca-gregory`,
    { day: "numeric", month: "long" },
  );

export function describeSafety(
  i18n: I18n,
  { safeUntil }: Pick<QueueEntry, "safeUntil">,
) {
  if (safeUntil === undefined)
    return t(i18n)`Your find is safe on this device.`;
  const day = formatLongDay(i18n, safeUntil);
  return t(i18n)`Your find is safe on this device until ${day}.`;
}

/** Says how an approved find will be on the map. Nothing if the finder gave no place on the map. */
export function describeSpot(
  i18n: I18n,
  { suggestion }: Record<string, string>,
) {
  if (!suggestion) return undefined;
  const { precision } = JSON.parse(suggestion) as Suggestion;
  if (!precision) return t(i18n)`Then it is on the map, at the very spot.`;
  const km = precision / 1000;
  return t(i18n)`Then it is on the map, as a circle of about ${km} km.`;
}

export function formatPercent(i18n: I18n, part: number) {
  const percent = Math.floor(part * 100);
  return t(i18n)`${percent} %`;
}

const REASONS: Record<Reason, MessageDescriptor> = {
  "lost-picture": msg`The browser has lost a picture. Please add it again.`,
  "no-answer": msg`The site can be reached, but it doesn’t take the find.`,
  "not-accepted": msg`The site didn't accept it.`,
  "not-kept": msg`The connection was lost, and this browser can’t keep your find. In a private window that is often so. Please keep this page open, and submit it again when there is a signal.`,
};

const isReason = (reason: string): reason is Reason =>
  Object.keys(REASONS).includes(reason);

/** Leaves a sentence as it is: the site's own, or one that an older page has stored. */
export const sayReason = (i18n: I18n, reason: string) =>
  isReason(reason) ? i18n._(REASONS[reason]) : reason;
