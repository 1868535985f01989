import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { formatDay } from "./format-day.ts";

interface Pictured {
  /** 0 means that the number could not be read. */
  rock_number: number;
  location: string;
  /** YYYY-MM-DD, with or without a time after it. */
  date: string;
}

export function imageAlt(
  i18n: I18n,
  { rock_number: number, location: place, date }: Pictured,
  description: string | null | undefined,
) {
  if (description) return description;
  const day = formatDay(i18n, date.slice(0, 10));
  return number === 0
    ? t(i18n)`A rock, ${place}, ${day}`
    : t(i18n)`Rock ${number}, ${place}, ${day}`;
}
