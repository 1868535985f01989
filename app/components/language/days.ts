import type { I18n } from "@lingui/core";

export { formatDay } from "#core/languages/format-day.ts";

/** '29 November', in the visitor's time zone. Only for the browser: a server's time zone is another. */
export const formatLongDay = ({ locale }: I18n, time: number) =>
  new Date(time).toLocaleDateString(
    locale === "en" ? "en-GB" : `${locale}-u-nu-latn-ca-gregory`,
    { day: "numeric", month: "long" },
  );
