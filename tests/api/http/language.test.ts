import { expect, test } from "vitest";
import { chooseLanguage } from "#app/http/request/language.server.ts";
import { LANGUAGES } from "#core/languages/codes.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { addPost } from "#tests/setup/calls/rocks.ts";
import {
  call,
  get,
  setUpSite,
  site,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

type Headers = Record<string, string>;
const CACHED = "/map";
const UNCACHED = "/share-your-rock";

const languageIn = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];
const languageAt = async (address: string, headers?: Headers) =>
  languageIn(await (await site.fetch(address, { headers })).text());

test.each([
  ["?lang=de", "lang=ja", "fr", "de"],
  ["", "a=b; lang=ja", "fr", "ja"],
  ["", "", "zh-TW", "zh"],
  ["", "", "fr-CA, en", "fr"],
  ["", "", "sv, nl;q=0.5, de;q=0.8", "de"],
  ["", "", "it;q=0, sv, uk;q=0.1", "uk"],
  ["", "", "*", "en"],
  ["", "", "de;q=0.5, *", "en"],
  ["", "", ";;;q=x, -", "en"],
  ["", "", undefined, "en"],
  ["?lang=sv", "lang=pl", undefined, "pl"],
  ["?lang=", "lang=sv", "es", "es"],
  ["?lang=DE", "", undefined, "en"],
])(
  "with '%s', the cookie '%s' and a device that likes %s, a page is in %s",
  (search, cookie, acceptLanguage, language) => {
    const address = `/map${search}`;
    expect(chooseLanguage(address, cookie, acceptLanguage)).toBe(language);
  },
);

test("so is every page, from the response cache or not, and says in which direction that runs; the admin's side is English", async () => {
  const french = { "Accept-Language": "fr" };
  for (const address of [CACHED, UNCACHED]) {
    const chosen = { Cookie: "lang=ja", ...french };
    expect(await languageAt(`${address}?lang=de`, chosen)).toBe("de");
    expect(await languageAt(address, chosen)).toBe("ja");
    expect(await languageAt(address, french)).toBe("fr");
    expect(await languageAt(address)).toBe("en");
    expect(await textAt(`${address}?lang=ar`)).toContain(
      '<html lang="ar" dir="rtl"',
    );
  }
  for (const address of ["/login", "/review", "/admin/site"])
    expect(await languageAt(`${address}?lang=de`, french)).toBe("en");
});

const cookiesOf = async (address: string) =>
  (await get(address)).headers.getSetCookie();

test("an address with a language has it remembered, also from the response cache, and others don't", async () => {
  for (const address of [CACHED, UNCACHED, "/no-such-page"])
    for (const time of ["first", "second"]) {
      expect(await cookiesOf(`${address}?lang=uk`), time).toEqual([
        expect.stringMatching(/^lang=uk; Path=\/; Max-Age=\d+; SameSite=Lax/),
      ]);
      for (const search of ["", "?lang=sv", "?lang=uk%0d%0aa:b"])
        expect(await cookiesOf(address + search)).toEqual([]);
    }
});

test("a page names its address in each language, and without one", async () => {
  const alternate = /<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi;
  const address = site.baseURL + CACHED;
  const languages = new Set(["en", ...LANGUAGES]);
  for (const search of ["", "?lang=de&utm_source=a"]) {
    const text = await textAt(`${CACHED}${search}`);
    expect(text).toContain(`<link rel="canonical" href="${address}"/>`);
    const links = [...text.matchAll(alternate)];
    expect(links.map(([, code, href]) => [code, href])).toEqual([
      ...[...languages].map((code) => [code, `${address}?lang=${code}`]),
      ["x-default", address],
    ]);
  }
});

test("caches are told what a page's language depends on; the site's own has one answer for each, whatever asks for it, and none for a made-up one", async () => {
  for (const address of [CACHED, UNCACHED, "/feed.xml", "/no-such-page"]) {
    const vary = (await get(address)).headers.get("vary")?.split(/,\s*/);
    const needed = ["Accept-Language", "Cookie"];
    expect(vary, address).toEqual(expect.arrayContaining(needed));
  }
  const etagOf = async (address: string, headers?: Headers) =>
    (await ask(address, headers)).headers.etag;
  for (const address of [CACHED, `${CACHED}.data`]) {
    const etags = new Map<string, string>();
    for (const code of LANGUAGES) {
      const etag = (await etagOf(`${address}?lang=${code}`))!;
      etags.set(code, etag);
      expect(await etagOf(address, { Cookie: `lang=${code}` })).toBe(etag);
    }
    expect(new Set(etags.values()).size).toBe(LANGUAGES.length);
    for (const made of ["sv", "DE", "<b>"])
      expect(await etagOf(`${address}?lang=${encodeURIComponent(made)}`)).toBe(
        etags.get("en"),
      );
  }
});

test("data of the API are the same in every language", async () => {
  addPost(site, { location: "Pier" });
  const pins = "/api/rock-posts/locations/all";
  for (const address of ["/api/rock-posts", "/api/albums", pins]) {
    const english = await textAt(address);
    for (const code of ["de", "ar"]) {
      const asked = { "Accept-Language": code };
      expect(await textAt(`${address}?lang=${code}`, asked)).toBe(english);
    }
    expect(await cookiesOf(address)).toEqual([]);
  }
});

test("requests in many languages at once never mix", async () => {
  const refusal = async (code: string) => {
    const headers = { "Content-Language": code, Cookie: "lang=en" };
    const { body } = await call("POST /api/finds/states", {}, headers);
    return body.error;
  };
  const asks = ["en", "de", "ja", "ar"].flatMap((code) => [
    () => textAt(CACHED, { "Accept-Language": `${code}, en;q=0.5` }),
    () => textAt("/photos.data", { Cookie: `lang=${code}` }),
    () => textAt(`/no-such-page.data?lang=${code}`),
    () => refusal(code),
    () => languageAt(UNCACHED, { Cookie: `lang=${code}` }),
  ]);
  const alone: (string | undefined)[] = [];
  for (const ask of asks) alone.push(await ask());
  expect(new Set(alone).size).toBe(alone.length);
  expect(alone.at(-1)).toBe("ar");
  // Everything is rendered anew.
  site.alter("UPDATE users SET relation = relation || '.'");
  const together = [...asks, ...asks].map((ask) => ask());
  for (const [n, text] of (await Promise.all(together)).entries())
    expect(text === alone[n % asks.length], `answer ${n}`).toBe(true);
});
