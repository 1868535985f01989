import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { useState } from "react";
import { PAGES } from "#app/pages.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { Button } from "#app/components/ui/button.tsx";
import { formatDay } from "#app/components/language/days.ts";
import { EnvelopeIcon, PeopleIcon } from "#app/components/ui/icons.tsx";
import { NewTab } from "#app/components/language/new-tab.tsx";
import { useKeptOn } from "#app/components/ui/use-site.ts";
import { LanguageMenu, type LanguageName } from "./language-menu.tsx";
import { pageNames } from "./nav.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./footer.css";

interface Props {
  site: SiteNames;
  languages: LanguageName[];
}

export function Footer({ site, languages }: Props) {
  const { t, i18n } = useLingui();
  const { memorial_name, contact_email: email } = site;
  const keptOn = useKeptOn();
  const [open, setOpen] = useState(false);
  return (
    <footer className="site-foot soft row">
      <p>
        <Trans>In memory of {memorial_name}</Trans>
        <span>
          <bdi lang={site.lang.memorial_dates}>{site.memorial_dates}</bdi>
        </span>
      </p>
      <div className="site-foot-links row">
        {/* Browsers don’t load it. */}
        {import.meta.env.SSR && keptOn ? (
          <KeptOn day={keptOn} />
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
    </footer>
  );
}

function KeptOn({ day: kept }: { day: string }) {
  const { t, i18n } = useLingui();
  const day = formatDay(i18n, kept);
  return <span>{t`Kept on ${day}`}</span>;
}
