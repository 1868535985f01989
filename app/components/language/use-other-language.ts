import { useLingui } from "@lingui/react";
import { useRouteLoaderData } from "@remix-run/react";

/** Returns the `lang` of a text: its language, unless that is the page's or nobody knows it. */
export function useOtherLanguage() {
  const { i18n } = useLingui();
  return (language: string | null | undefined) =>
    language && language !== i18n.locale ? language : undefined;
}

export const useSiteLanguage = () =>
  useRouteLoaderData<{ siteLanguage: string }>("root")?.siteLanguage;

/** The `lang` of the parent's texts; undefined on pages in that language. */
export const useParentsLanguage = () => useOtherLanguage()(useSiteLanguage());
