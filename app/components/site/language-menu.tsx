import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { useClosing } from "./use-closing.ts";

export interface LanguageName {
  code: string;
  /** In the language itself. */
  name: string;
}

/** Leads to the same page in another language. The site remembers the choice. */
export function LanguageMenu({ languages }: { languages: LanguageName[] }) {
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
