import type { Messages } from "@lingui/core";
import { fileOfPage, isAdminSide } from "#app/pages.ts";
import type { PageTexts } from "#core/languages/catalogues.server.ts";

/** The language that the site wrote the page in. A browser that translates the page changes its `lang`. */
export const pageLanguage = () => document.documentElement.dataset.language!;

const loaded = new Map<string, Messages>();

/** Loads a public page's texts, from an address that browsers keep, so that it can say that its data could not be loaded. */
export async function loadTexts(pathname: string): Promise<PageTexts> {
  const language = pageLanguage();
  if (isAdminSide(pathname)) return { language: "en", texts: {} };
  const page = fileOfPage(pathname).replace("public/", "");
  let texts = loaded.get(page);
  if (!texts) {
    const answer = await fetch(
      `/texts/${language}/${page}?v=${document.documentElement.dataset.texts}`,
    );
    if (!answer.ok) throw new Error("The texts of the page failed to load.");
    texts = (await answer.json()) as Messages;
    loaded.set(page, texts);
  }
  return { language, texts };
}
