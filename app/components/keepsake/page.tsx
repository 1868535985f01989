import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { directionOf } from "#domain/core/languages/languages.server.ts";
import type { ReactNode } from "react";
import type { KeepsakePage, KeepsakeSite } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { formatDay } from "#app/components/language/days.ts";
import { SCRIPT, STYLES } from "./assets.ts";

/** How one file of the keepsake names another from the page that is shown. */
export type Link = (path: string) => string;

export interface Context {
  site: KeepsakeSite;
  link: Link;
}

const MENU: {
  kind: KeepsakePage["kind"];
  path: string;
  label: MessageDescriptor;
}[] = [
  { kind: "story", path: paths.story, label: msg`Story` },
  { kind: "albums", path: paths.albums, label: msg`Photographs` },
  { kind: "rocks", path: paths.rocks(1), label: msg`Rocks` },
  { kind: "map", path: paths.map, label: msg`Map` },
  { kind: "awareness", path: paths.awareness, label: msg`SUDC` },
];

interface Props extends Context {
  kind: KeepsakePage["kind"];
  /** Comes before the site's name; absent on the first page. */
  title?: string;
  /** The pictures that come before and after, for browsers and readers that offer to go there. */
  previous?: string | null;
  next?: string | null;
  children: ReactNode;
}

/** A page of the keepsake, with menu and footer. */
export function Page({
  site,
  link,
  kind,
  title,
  previous = null,
  next = null,
  children,
}: Props) {
  const { t, i18n } = useLingui();
  const { memorial_name } = site;
  const day = formatDay(i18n, site.day);
  return (
    <html lang={i18n.locale} dir={directionOf(i18n.locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title ? `${title} · ${site.site_name}` : site.site_name}</title>
        <link rel="stylesheet" href={link(STYLES)} />
        <link rel="icon" href={link(paths.logo)} />
        {previous && <link rel="prev" href={link(previous)} />}
        {next && <link rel="next" href={link(next)} />}
        <script src={link(SCRIPT)} defer />
      </head>
      <body>
        <a className="skip" href="#main">
          <Trans>Skip to content</Trans>
        </a>
        <header className="site-head">
          <nav className="site-nav row" aria-label={t`Main`}>
            <a
              className="site-brand row"
              href={link(paths.story)}
              lang={site.lang.site_name}
            >
              <img src={link(paths.logo)} alt="" width={42} height={42} />
              {site.site_name}
            </a>
            <ul className="site-menu">
              {MENU.map((item) => (
                <li key={item.kind}>
                  <a
                    href={link(item.path)}
                    aria-current={item.kind === kind ? "page" : undefined}
                  >
                    {i18n._(item.label)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="site-foot soft row">
          <p>
            <Trans>In memory of {memorial_name}</Trans>
            <span lang={site.lang.memorial_dates}>{site.memorial_dates}</span>
          </p>
          <p>
            {site.social_url && (
              <a href={site.social_url} rel="noopener noreferrer">
                <Trans>Our social group</Trans>
              </a>
            )}
            <span>
              <Trans>Kept on {day}</Trans>
            </span>
          </p>
        </footer>
      </body>
    </html>
  );
}
