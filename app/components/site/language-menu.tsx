import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@remix-run/react";
import "./language-menu.css";

export interface LanguageName {
  code: string;
  /** In the language itself. */
  name: string;
}

/** Leads to the same page in another language. The site remembers the choice. */
export function LanguageMenu({ languages }: { languages: LanguageName[] }) {
  const { t, i18n } = useLingui();
  const { pathname, search, hash } = useLocation();
  const own = languages.find(({ code }) => code === i18n.locale);
  if (languages.length < 2) return null;
  return (
    <details className="languages">
      <summary>
        <span className="sr">{t`Language:`} </span>
        <span lang={own?.code}>{own?.name}</span>
      </summary>
      <nav aria-label={t`Language`}>
        <ul className="plain-list">
          {languages.map(({ code, name }) => (
            <li key={code}>
              <a
                href={addressIn(code, pathname, search) + hash}
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

function addressIn(language: string, pathname: string, search: string) {
  const query = new URLSearchParams(search);
  query.set("lang", language);
  return `${pathname}?${query.toString()}`;
}
