import { expect, test } from "vitest";
import { readCacheable } from "#app/http/cache/cacheable-paths.server.ts";
import { chooseLanguage } from "#app/http/request/language.server.ts";
import { LANGUAGES } from "#core/languages/codes.ts";
import { ask } from "#tests/setup/calls/ask.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

type Headers = Record<string, string>;
const CACHED = "/map";
const UNCACHED = "/share-your-rock";

async function pageOf(address: string, headers: Headers = {}) {
  const answer = await site.fetch(address, { headers });
  return { headers: answer.headers, text: await answer.text() };
}

const languageIn = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];
const languageAt = async (address: string, headers?: Headers) =>
  languageIn((await pageOf(address, headers)).text);

test.each([
  ["?lang=de", "lang=ja", "fr", "de"],
  ["", "a=b; lang=ja", "fr", "ja"],
  ["", "", "fr", "fr"],
  ["", "", "pt-BR", "pt"],
  ["", "", "zh-TW", "zh"],
  ["", "", "fr-CA, en", "fr"],
  ["", "", "sv, nl;q=0.5, de;q=0.8", "de"],
  ["", "", "it;q=0, sv, uk;q=0.1", "uk"],
  ["", "", "*", "en"],
  ["", "", "de;q=0.5, *", "en"],
  ["", "", "sv", "en"],
  ["", "", ";;;q=x, -", "en"],
  ["", "", undefined, "en"],
  ["?lang=sv", "lang=pl", undefined, "pl"],
  ["?lang=", "lang=sv", "es", "es"],
  ["?lang=DE", "", undefined, "en"],
])(
  "with '%s', the cookie '%s' and a device that likes %s, a page is in %s",
  (search, cookie, acceptLanguage, language) => {
    const address = `/map${search}`;
    expect(chooseLanguage({ address, cookie, acceptLanguage })).toBe(language);
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
    const { text } = await pageOf(`${address}?lang=ar`);
    expect(text).toContain('<html lang="ar" dir="rtl"');
  }
  for (const address of ["/login", "/review", "/admin/site"])
    expect(await languageAt(`${address}?lang=de`, french)).toBe("en");
});

test("an address with a language has it remembered, also from the response cache, and others don't", async () => {
  for (const address of [CACHED, UNCACHED, "/no-such-page"])
    for (const time of ["first", "second"]) {
      const { headers } = await pageOf(`${address}?lang=uk`);
      expect([time, headers.getSetCookie()]).toEqual([
        time,
        [expect.stringMatching(/^lang=uk; Path=\/; Max-Age=\d+; SameSite=Lax/)],
      ]);
      for (const search of ["", "?lang=sv", "?lang=uk%0d%0aa:b"])
        expect((await pageOf(address + search)).headers.getSetCookie()).toEqual(
          [],
        );
    }
});

test("a page names its address in each language, and without one", async () => {
  for (const search of ["", "?lang=de&utm_source=a"]) {
    const { text } = await pageOf(`${CACHED}${search}`);
    const address = site.baseURL + CACHED;
    expect(text).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(
      [
        ...text.matchAll(
          /<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi,
        ),
      ].map(([, language, href]) => [language, href]),
    ).toEqual([
      ...LANGUAGES.toSorted((a, b) =>
        a === "en" ? -1 : b === "en" ? 1 : 0,
      ).map((code) => [code, `${address}?lang=${code}`]),
      ["x-default", address],
    ]);
  }
});

test("caches are told what a page's language depends on", async () => {
  for (const address of [CACHED, UNCACHED, "/feed.xml", "/no-such-page"]) {
    const { headers } = await pageOf(address);
    const vary = headers.get("vary")?.split(/,\s*/);
    expect([address, vary]).toEqual([
      address,
      expect.arrayContaining(["Accept-Language", "Cookie"]),
    ]);
  }
});

test("there is one cached answer for each language, whatever asks for it, and none for a made-up one", async () => {
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
  const addressOf = (search: string) =>
    readCacheable(`${CACHED}${search}`, () => "en")?.address;
  expect(addressOf("?lang=made-up")).toBe(addressOf(""));
});

test("data of the API are the same in every language", async () => {
  addPost(site, { location: "Pier" });
  for (const address of ["/api/rock-posts", "/api/albums", "/api/map"]) {
    const english = await pageOf(address);
    for (const code of ["de", "ar"])
      expect(
        (await pageOf(`${address}?lang=${code}`, { "Accept-Language": code }))
          .text,
      ).toBe(english.text);
    expect(english.headers.getSetCookie()).toEqual([]);
  }
});

test("requests in many languages at once never mix", async () => {
  const refused = (code: string) => ({
    method: "POST",
    headers: {
      "Content-Language": code,
      "Content-Type": "application/json",
      Cookie: "lang=en",
    },
    body: "{}",
  });
  const read = async (address: string, init: RequestInit) =>
    (await site.fetch(address, init)).text();
  const asks = (code: string) =>
    ({
      document: () =>
        read(CACHED, { headers: { "Accept-Language": `${code}, en;q=0.5` } }),
      data: () => read("/photos.data", { headers: { Cookie: `lang=${code}` } }),
      root: () => read(`/_root.data?lang=${code}`, {}),
      refusal: () => read("/api/finds/states", refused(code)),
      lost: () => read(`/no-such-page.data?lang=${code}`, {}),
    }) satisfies Record<string, () => Promise<string>>;
  const codes = ["en", "de", "ja", "ar"];
  const alone = new Map<string, string>();
  for (const code of codes)
    for (const [kind, ask] of Object.entries(asks(code)))
      alone.set(`${kind} ${code}`, await ask());
  for (const code of codes)
    expect(languageIn(alone.get(`document ${code}`)!)).toBe(code);
  // Everything is rendered anew.
  site.alter(
    "INSERT INTO site_texts VALUES ('social_url', 'https://a.example')",
  );
  site.alter("DELETE FROM site_texts WHERE key = 'social_url'");
  const all = await Promise.all([
    ...[1, 2].flatMap(() =>
      codes.flatMap((code) =>
        Object.entries(asks(code)).map(
          async ([kind, ask]) => [`${kind} ${code}`, await ask()] as const,
        ),
      ),
    ),
    ...codes.map(async (code) => {
      const headers = { Cookie: `lang=${code}` };
      expect(await languageAt(UNCACHED, headers)).toBe(code);
      return [`document ${code}`, alone.get(`document ${code}`)!] as const;
    }),
  ]);
  for (const [name, text] of all)
    expect([name, text === alone.get(name)]).toEqual([name, true]);
});

test("a site speaks the languages that it is told to, its own first, and no other @soak", async () => {
  const other = await forThisTest(
    startSite({ env: { LANGUAGES: "ja fr", SITE_LANGUAGE: "de" } }),
  );
  const languageOf = async (search: string, headers: Headers = {}) =>
    languageIn(await (await other.fetch(`/${search}`, { headers })).text());
  expect(await languageOf("")).toBe("de");
  expect(await languageOf("", { "Accept-Language": "en, *;q=0.1" })).toBe("de");
  expect(await languageOf("", { Cookie: "lang=en" })).toBe("de");
  expect(await languageOf("?lang=en", { Cookie: "lang=fr" })).toBe("fr");
  const html = await (await other.fetch("/")).text();
  expect(
    [...html.matchAll(/hrefLang="([^"]+)" lang=/gi)].map(([, code]) => code),
  ).toEqual(["de", "ja", "fr"]);
});
