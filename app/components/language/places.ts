import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Precision, Spot } from "#core/precision.ts";
import type { Place } from "#domain/places/answers.ts";
import { formatList } from "./lists.ts";

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function formatPlace(i18n: I18n, { latitude, longitude }: Spot) {
  const across = i18n.number(Math.abs(latitude), ONE_DECIMAL);
  const along = i18n.number(Math.abs(longitude), ONE_DECIMAL);
  const towards =
    latitude < 0
      ? t(i18n)({ message: "S", context: "south" })
      : t(i18n)({ message: "N", context: "north" });
  const beside =
    longitude < 0
      ? t(i18n)({ message: "W", context: "west" })
      : t(i18n)({ message: "E", context: "east" });
  return t(i18n)({
    message: `${across}° ${towards}, ${along}° ${beside}`,
    comment: "Such as 56.2° N, 2.7° W",
  });
}

export function formatPrecision(i18n: I18n, precision: Precision) {
  const kilometres = precision / 1000;
  return precision === 0 ? t(i18n)`exactly` : t(i18n)`about ${kilometres} km`;
}

export function describeNearby(i18n: I18n, precision: number) {
  const kilometres = precision / 1000;
  return t(i18n)`somewhere within about ${kilometres} km`;
}

/** 'Scotland, United Kingdom' or 'France' */
export const describeRegion = (
  i18n: I18n,
  { region, country }: Pick<Place, "region" | "country">,
) => formatList(i18n, region ? [region, country] : [country]);
