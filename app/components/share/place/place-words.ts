import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { formatCount } from "#app/components/language/measures.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";

/** 'Anstruther, Scotland' or 'Paris, France' */
export function describeTown(
  i18n: I18n,
  { name: town, region, country }: Place,
) {
  const land = region ?? country;
  return t(i18n)({
    message: `${town}, ${land}`,
    comment: "A town and its region or country",
  });
}

const FROM_PHOTO: MessageDescriptor[] = [
  msg`from your first photograph`,
  msg`from your second photograph`,
  msg`from your third photograph`,
  msg`from your fourth photograph`,
  msg`from your fifth photograph`,
];

/** 'from your second photograph' */
export function describeSource(
  i18n: I18n,
  { source, accuracy }: Suggestion,
  photo: { index: number; count: number },
) {
  if (source === "town") return t(i18n)`from the town you typed`;
  if (source === "photo") {
    const which = photo.count > 1 ? FROM_PHOTO[photo.index] : undefined;
    return which ? i18n._(which) : t(i18n)`from your photograph`;
  }
  const isOfMap = source === "map";
  const about = describeAccuracy(i18n, accuracy);
  if (!about)
    return isOfMap ? t(i18n)`as you set it` : t(i18n)`from this device`;
  return isOfMap
    ? t(i18n)`as you set it, to about ${about}`
    : t(i18n)`from this device, to about ${about}`;
}

/** Below this, in metres, nobody asks how exact it is. */
const ACCURATE = 100;

/** '300 m' or '1,200 km' */
function describeAccuracy(i18n: I18n, accuracy: number | null) {
  if (accuracy === null || accuracy <= ACCURATE) return undefined;
  if (accuracy < 1000) {
    const metres = Math.round(accuracy / 100) * 100;
    return t(i18n)`${metres} m`;
  }
  const kilometres = formatCount(i18n, Math.round(accuracy / 1000));
  return t(i18n)`${kilometres} km`;
}
