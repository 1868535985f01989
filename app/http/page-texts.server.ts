import { fileOfPage, isAdminPath, PAGES } from "#app/pages.ts";
import { textsOf, type PageTexts } from "#core/languages/catalogues.server.ts";
import { isSpoken } from "#core/languages/languages.server.ts";
import { languageOf } from "./request/language.server.ts";

const ROOT = "root";
const ADMIN = "routes/admin/layout";
const PUBLIC = "routes/public/layout";

export function textsOfFrame(request: Request): PageTexts {
  const language = languageOf(request);
  return { language, texts: textsOf(language, [ROOT]) };
}

/** What the page of an address shows beside those. */
export function textsOfPage(request: Request): PageTexts {
  const language = languageOf(request);
  const { pathname } = new URL(request.url);
  const layout = isAdminPath(pathname) ? ADMIN : PUBLIC;
  const page = `routes/${fileOfPage(pathname)}`;
  return { language, texts: textsOf(language, [layout, page], ROOT) };
}

/** The same for a public page by its name, such as `photos`; undefined if there is no such page or language. */
export function textsOfPublicPage(language: string, name: string) {
  const file = `public/${name}`;
  return isSpoken(language) && PAGES.some((page) => page.file === file)
    ? textsOf(language, [PUBLIC, `routes/${file}`], ROOT)
    : undefined;
}
