import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { formatDay } from "#app/components/language/days.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";

interface Props {
  title: string;
  /** The language of the title, if it is not the page's. */
  lang?: string;
  /** The first and the last day. */
  days: readonly [first: string, latest: string] | undefined;
  site: SiteNames;
  volume: number;
  volumes: number;
  picture: ReactNode;
  /** Further lines below the title and the days. */
  children: Elements;
}

export function TitleSheet({
  title,
  lang,
  days,
  site,
  volume,
  volumes,
  picture,
  children,
}: Props) {
  const { i18n } = useLingui();
  return (
    <section className="book-sheet book-title">
      <div className="book-cover">{picture}</div>
      <div className="book-words">
        <h1 dir="auto" lang={lang}>
          {title}
        </h1>
        {days && <p className="book-days">{formatDays(i18n, days)}</p>}
        {volumes > 1 && (
          <p>
            <Trans>
              Volume {volume} of {volumes}
            </Trans>
          </p>
        )}
        {children}
      </div>
      <Memorial site={site} />
    </section>
  );
}

/** The person whom the site remembers. */
export const Memorial = ({
  site: { memorial_name, memorial_dates, lang },
}: {
  site: SiteNames;
}) => (
  <p className="book-memorial">
    <span>
      <Trans>In memory of {memorial_name}</Trans>
    </span>
    {memorial_dates && <span lang={lang.memorial_dates}>{memorial_dates}</span>}
  </p>
);

function formatDays(i18n: I18n, [first, latest]: readonly [string, string]) {
  const from = formatDay(i18n, first);
  const to = formatDay(i18n, latest);
  return first === latest ? from : t(i18n)`${from} – ${to}`;
}
