import { PAGES } from "#app/pages.ts";
import {
  textsOf,
  type PageTexts,
} from "#domain/core/languages/catalogues.server.ts";
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
  const file = fileOf(pathname);
  const side = file.startsWith("admin/") ? "admin" : "public";
  return {
    language,
    texts: textsOf(language, [LAYOUTS[side], `routes/${file}`], ROOT),
  };
}

const matchers = PAGES.map(({ path, file }) => ({
  file,
  matcher: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i"),
}));

const fileOf = (pathname: string) =>
  matchers.find(({ matcher }) => matcher.test(pathname))?.file ??
  "public/not-found";
