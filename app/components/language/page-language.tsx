import type { I18n, Messages } from "@lingui/core";
import { I18nProvider, type TransRenderProps } from "@lingui/react";
import { useMatches } from "@remix-run/react";
import { createContext, useContext, useEffect, type ReactNode } from "react";
import type { PageTexts } from "#core/languages/catalogues.server.ts";
import { setSay } from "#core/languages/say.ts";
import { setUpI18n } from "#core/languages/set-up-i18n.ts";
import { inElements } from "./in-elements.tsx";

/** Says the texts of the page that is being rendered on the server; undefined in the browser. */
export const ServerLanguage = createContext<I18n | undefined>(undefined);

/** In the browser, by language: those who run the site read theirs in English. */
const spoken = new Map<string, { i18n: I18n; texts: Messages }>();

function speak({ language, texts }: PageTexts) {
  const known = spoken.get(language);
  if (known) {
    Object.assign(known.texts, texts);
    return known.i18n;
  }
  const own = { ...texts };
  const i18n = setUpI18n(language, own);
  spoken.set(language, { i18n, texts: own });
  return i18n;
}

export function languageOfPage(matches: { data?: unknown }[]): I18n {
  const given = matches.flatMap(({ data }) => readTexts(data));
  if (typeof document !== "undefined")
    return (
      given.map(speak).at(-1) ??
      [...spoken.values()].at(-1)?.i18n ??
      speak(NONE)
    );
  const { language } = given.at(-1) ?? NONE;
  const texts = Object.assign(
    {},
    ...given.map(({ texts }) => texts),
  ) as Messages;
  return setUpI18n(language, texts);
}

/** Lets everything in it speak the page's language, with the texts that the loaders of the page gave. */
export function PageLanguage({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const onServer = useContext(ServerLanguage);
  const i18n = onServer ?? languageOfPage(matches);
  // Schemas try their own rules before the texts of their page are there.
  useEffect(
    () => setSay((text) => (text.id in i18n.messages ? i18n._(text) : text.id)),
    [i18n],
  );
  return (
    <I18nProvider i18n={i18n} defaultComponent={SpokenText}>
      {children}
    </I18nProvider>
  );
}

const SpokenText = ({ translation }: TransRenderProps) =>
  inElements(translation);

const NONE: PageTexts = { language: "en", texts: {} };

const readTexts = (data: unknown): PageTexts[] =>
  // The data of the admin's site page have texts of their own.
  typeof data === "object" && data !== null && "language" in data
    ? [data as PageTexts]
    : [];
