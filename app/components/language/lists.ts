import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";

/** 'Ida, Teo, Mama' */
export const formatList = (i18n: I18n, items: string[]) =>
  items.reduce((list, next) =>
    t(i18n)({
      message: `${list}, ${next}`,
      comment: "Names, or facts such as a place and a day, side by side",
    }),
  );

/** 'Ida', 'Ida and Teo', 'Ida, Teo and Mama' */
export function formatNames(i18n: I18n, names: string[]) {
  if (names.length === 1) return names[0]!;
  const list = formatList(i18n, names.slice(0, -1));
  const last = names.at(-1)!;
  return t(i18n)`${list} and ${last}`;
}
