import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";

export const countRocks = (i18n: I18n, count: number) =>
  t(i18n)`${plural(count, { one: "# rock", other: "# rocks" })}`;

export const countJourneys = (i18n: I18n, count: number) =>
  t(i18n)`${plural(count, { one: "# journey", other: "# journeys" })}`;

export const countPhotographs = (i18n: I18n, count: number) =>
  t(i18n)`${plural(count, { one: "# photograph", other: "# photographs" })}`;
