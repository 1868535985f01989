import Negotiator from "negotiator";
import {
  isSpoken,
  siteLanguage,
  spokenLanguages,
} from "#core/languages/languages.server.ts";
import { isAdminSide } from "#app/pages.ts";

/** The language that an address asks for, if the site speaks it. */
export function languageInAddress(address: string) {
  const [, search = ""] = address.split("?", 2);
  const asked = new URLSearchParams(search).get("lang");
  return isSpoken(asked) ? asked : undefined;
}

/** The language of a visitor: the address's, else the chosen one, else the device's. */
export function chooseLanguage(
  address: string,
  cookie?: string | null,
  acceptLanguage?: string | null,
) {
  const [, chosen] = /(?:^|;\s*)lang=([a-z]+)/.exec(cookie ?? "") ?? [];
  return (
    languageInAddress(address) ??
    (isSpoken(chosen) ? chosen : languageOfDevice(acceptLanguage))
  );
}

/** Those that a device likes as much as each other count in their order, and `*` means the site's own. */
function languageOfDevice(header: string | null | undefined) {
  const spoken = spokenLanguages();
  return (
    new Negotiator({ headers: { "accept-language": header ?? "*" } })
      .languages()
      .map((name) => name.toLowerCase().split("-", 1)[0]!)
      .map((name) => (name === "*" ? siteLanguage() : name))
      .find((name) => spoken.includes(name)) ?? siteLanguage()
  );
}

const ofOwners = new WeakSet<Request>();

/** Answers a request in English, because it is one of those who run the site. */
export const answerInEnglish = (request: Request) => void ofOwners.add(request);

/** The language of the answer to a request. A page says in `Content-Language` in which language it sends something. */
export function languageOf(request: Request) {
  const { url, headers } = request;
  const { pathname, search } = new URL(url);
  if (isAdminSide(pathname) || ofOwners.has(request)) return "en";
  const ofPage = headers.get("content-language");
  return isSpoken(ofPage) && !languageInAddress(search)
    ? ofPage!
    : chooseLanguage(
        search,
        headers.get("cookie"),
        headers.get("accept-language"),
      );
}

const YEAR_S = 365 * 86_400;

/** The cookie that keeps the language that an address asks for, if it asks for one. */
export function rememberLanguage(address: string) {
  const language = languageInAddress(address);
  return language
    ? [`lang=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`]
    : [];
}
