import type { ReactNode } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { formatDay } from "#app/components/words/days.ts";

interface Props {
  title: string;
  /** The first and the last day. */
  days: readonly [first: string, latest: string] | undefined;
  site: SiteNames;
  volume: number;
  volumes: number;
  picture: ReactNode;
  /** What else there is to say. */
  children: ReactNode;
}

export function TitleSheet({
  title,
  days,
  site,
  volume,
  volumes,
  picture,
  children,
}: Props) {
  return (
    <section className="book-sheet book-title">
      <div className="book-cover">{picture}</div>
      <div className="book-words">
        <h1 dir="auto">{title}</h1>
        {days && <p className="book-days">{formatDays(days)}</p>}
        {volumes > 1 && (
          <p>
            Volume {volume} of {volumes}
          </p>
        )}
        {children}
      </div>
      <Memorial site={site} />
    </section>
  );
}

/** Says whom the site remembers. */
export const Memorial = ({ site }: { site: SiteNames }) => (
  <p className="book-memorial">
    <span>In memory of {site.memorial_name}</span>
    {site.memorial_dates && <span>{site.memorial_dates}</span>}
  </p>
);

const formatDays = ([first, latest]: readonly [string, string]) =>
  first === latest
    ? formatDay(first)
    : `${formatDay(first)} – ${formatDay(latest)}`;
