import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@remix-run/react";
import { useState, useCallback, useRef } from "react";
import { PAGES } from "#app/pages.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { formatDay } from "#core/languages/format-day.ts";
import { EnvelopeIcon, PeopleIcon } from "#app/components/ui/icons.tsx";
import { NewTab } from "#app/components/language/new-tab.tsx";
import { useKeptOn } from "#app/components/ui/use-site.ts";
import { pageNames, useClosing } from "./nav.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./footer.css";

interface Props {
  site: SiteNames;
  /** Each with its name in the language itself. */
  languages: { code: string; name: string }[];
}

export function Footer({ site, languages }: Props) {
  const { t, i18n } = useLingui();
  const { memorial_name, contact_email: email } = site;
  const keptOn = useKeptOn();
  const day = keptOn && formatDay(i18n, keptOn);
  const [open, setOpen] = useState(false);
  return (
    <>
      <footer className="site-foot soft row wrap ends">
        <p className="wrap">
          <Trans>In memory of {memorial_name}</Trans>
          <span>
            <bdi lang={site.lang.memorial_dates}>{site.memorial_dates}</bdi>
          </span>
        </p>
        <div className="site-foot-links row wrap">
          {/* Browsers don’t load it. */}
          {import.meta.env.SSR && day ? (
            <span>{t`Kept on ${day}`}</span>
          ) : (
            <>
              <LanguageMenu languages={languages} />
              {PAGES.filter(({ footer }) => footer).map(({ path }) => (
                <Link key={path} to={path}>
                  {i18n._(pageNames[path]!)}
                </Link>
              ))}
            </>
          )}
          {site.social_url && (
            <a
              className="icon-btn"
              href={site.social_url}
              target="_blank"
              rel="noopener noreferrer"
            >
              <PeopleIcon />
              <span className="sr">{t`Our social group`}</span>
              <NewTab />
            </a>
          )}
          <Button
            look="icon"
            aria-label={t`Contact Us`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <EnvelopeIcon />
          </Button>
        </div>
      </footer>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Contact Us`}
        size="small"
      >
        <p>
          <Trans>
            Write to us at <a href={`mailto:${email}`}>{email}</a>.
          </Trans>
        </p>
      </Dialog>
    </>
  );
}

/** Leads to the same page in another language. The site remembers the choice. */
function LanguageMenu({ languages }: Pick<Props, "languages">) {
  const { t, i18n } = useLingui();
  const { pathname, search, hash } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const opener = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => (menu.current!.open = false), []);
  useClosing(open, close, opener, menu);
  const own = languages.find(({ code }) => code === i18n.locale);
  if (languages.length < 2) return null;
  // Changes the links when the menu opens. A cached page has them without the visitor's query, and hydration changes none.
  const origin = open ? window.location.origin : "";

  return (
    <details
      ref={menu}
      className="languages"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary ref={opener}>
        <span className="sr">{`${t`Language:`} `}</span>
        <span lang={own?.code}>{own?.name}</span>
      </summary>
      <nav aria-label={t`Language`}>
        <ul className="language-names">
          {languages.map(({ code, name }) => (
            <li key={code}>
              <a
                href={origin + addressIn(code, pathname, search) + hash}
                hrefLang={code}
                lang={code}
                aria-current={code === i18n.locale || undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

/** Longer queries than any of ours are left out, because each language's link repeats them. */
const QUERY_MAX = 500;

function addressIn(language: string, pathname: string, search: string) {
  const query = new URLSearchParams(search.length > QUERY_MAX ? "" : search);
  query.set("lang", language);
  return `${pathname}?${query.toString()}`;
}
