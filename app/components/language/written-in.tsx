import { useSiteLanguage } from "./use-other-language.ts";

/** Tells the admin in which language a finder wrote, unless it is the site's own. */
export function WrittenIn({ lang }: { lang: string | null }) {
  const siteLanguage = useSiteLanguage();
  if (!lang || lang === siteLanguage) return null;
  const name = new Intl.DisplayNames(["en"], { type: "language" }).of(lang);
  return <small className="at-note soft">Written in {name}</small>;
}
