import { fileOfPage, PAGES } from "#app/pages.ts";
import { textsOf, type PageTexts } from "#core/languages/catalogues.server.ts";
import { isSpoken } from "#core/languages/languages.server.ts";
import { languageOf } from "./request/language.server.ts";

const ROOT = "root";
const LAYOUTS = {
  public: "routes/public/layout",
  admin: "routes/admin/layout",
};

/** The texts that every page shows. */
export function textsOfFrame(request: Request): PageTexts {
  const language = languageOf(request);
  return { language, texts: textsOf(language, [ROOT]) };
}

/** The texts that the page of an address shows beside those. */
export function textsOfPage(request: Request): PageTexts {
  const language = languageOf(request);
  const { pathname } = new URL(request.url);
  return { language, texts: textsOfFile(language, fileOfPage(pathname)) };
}

function textsOfFile(language: string, file: string) {
  const side = file.startsWith("admin/") ? "admin" : "public";
  return textsOf(language, [LAYOUTS[side], `routes/${file}`], ROOT);
}

/** The same for a public page by its name, such as `photos`; undefined if there is no such page or language. */
export function textsOfPublicPage(language: string, name: string) {
  const file = `public/${name}`;
  return isSpoken(language) && PAGES.some((page) => page.file === file)
    ? textsOfFile(language, file)
    : undefined;
}
