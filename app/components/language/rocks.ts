import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";

/** A rock's name. Rock 0 is any rock whose number nobody could read. */
export const nameRock = (i18n: I18n, rockNumber: number) =>
  rockNumber === 0
    ? t(i18n)`A rock without a number`
    : t(i18n)`Rock ${rockNumber}`;

/** A rock's name as a heading. @param name of the child */
export const titleOfRock = (i18n: I18n, name: string, number: number) =>
  number === 0 ? nameRock(i18n, 0) : t(i18n)`${name}'s Rock: ${number}`;
