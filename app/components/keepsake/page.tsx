import type { ReactNode } from "react";
import type { KeepsakePage, KeepsakeSite } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { formatDay } from "#app/components/words/days.ts";
import { SCRIPT, STYLES } from "./assets.ts";

/** How one file of the keepsake names another from the page that is shown. */
export type Link = (path: string) => string;

export interface Context {
  site: KeepsakeSite;
  link: Link;
}

const MENU: { kind: KeepsakePage["kind"]; path: string; label: string }[] = [
  { kind: "story", path: paths.story, label: "Story" },
  { kind: "albums", path: paths.albums, label: "Photographs" },
  { kind: "rocks", path: paths.rocks(1), label: "Rocks" },
  { kind: "map", path: paths.map, label: "Map" },
  { kind: "awareness", path: paths.awareness, label: "SUDC" },
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
  return (
    <html lang="en">
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
          Skip to content
        </a>
        <header className="site-head">
          <nav className="site-nav row" aria-label="Main">
            <a className="site-brand row" href={link(paths.story)}>
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
                    {item.label}
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
            In memory of {site.memorial_name}
            <span>{site.memorial_dates}</span>
          </p>
          <p>
            {site.social_url && (
              <a href={site.social_url} rel="noopener noreferrer">
                Our social group
              </a>
            )}
            <span>Kept on {formatDay(site.day)}</span>
          </p>
        </footer>
      </body>
    </html>
  );
}
