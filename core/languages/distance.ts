import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";

export const MILES_PER_KM = 0.621371;

/** '1,234 km (767 miles)' */
export function formatDistance(i18n: I18n, km: number) {
  const distance = i18n.number(km);
  const miles = i18n.number(Math.round(km * MILES_PER_KM));
  return t(i18n)`${distance} km (${miles} miles)`;
}
