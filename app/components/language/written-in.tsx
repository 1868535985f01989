import { useSiteLanguage } from "./use-other-language.ts";

/** Tells the admin in which language a finder wrote, unless it is the site's own. */
export function WrittenIn({ lang }: { lang: string | null }) {
  const siteLanguage = useSiteLanguage();
  if (!lang || lang === siteLanguage) return null;
  return <small>{`Written in ${englishName(lang)}`}</small>;
}

export const englishName = (language: string) =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
