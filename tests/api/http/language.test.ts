import { describe, expect, test } from "vitest";
import { readCacheable } from "#app/http/cache/cacheable-paths.server.ts";
import { LANGUAGES } from "#core/languages/codes.ts";
import { ask } from "#tests/setup/calls/ask.ts";
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

describe.each([CACHED, UNCACHED])("the language of %s", (address) => {
  test.each([
    ["?lang=de", { Cookie: "lang=ja", "Accept-Language": "fr" }, "de"],
    ["", { Cookie: "a=b; lang=ja", "Accept-Language": "fr" }, "ja"],
    ["", { "Accept-Language": "fr" }, "fr"],
    ["", { "Accept-Language": "pt-BR" }, "pt"],
    ["", { "Accept-Language": "zh-TW" }, "zh"],
    ["", { "Accept-Language": "fr-CA, en" }, "fr"],
    ["", { "Accept-Language": "sv, nl;q=0.5, de;q=0.8" }, "de"],
    ["", { "Accept-Language": "it;q=0, sv, uk;q=0.1" }, "uk"],
    ["", { "Accept-Language": "*" }, "en"],
    ["", { "Accept-Language": "de;q=0.5, *" }, "en"],
    ["", { "Accept-Language": "sv" }, "en"],
    ["", { "Accept-Language": ";;;q=x, -" }, "en"],
    ["", {}, "en"],
    ["?lang=sv", { Cookie: "lang=pl" }, "pl"],
    ["?lang=", { Cookie: "lang=sv", "Accept-Language": "es" }, "es"],
    ["?lang=DE", {}, "en"],
  ] as [string, Headers, string][])(
    "with '%s' and %j is %s",
    async (search, headers, language) => {
      expect(await languageAt(address + search, headers)).toBe(language);
    },
  );
});

test("a page says in which direction its language runs", async () => {
  for (const [language, direction] of [
    ["ar", "rtl"],
    ["ja", "ltr"],
  ])
    expect((await pageOf(`/?lang=${language}`)).text).toContain(
      `<html lang="${language}" dir="${direction}"`,
    );
});

test("the admin's side is English", async () => {
  for (const address of ["/login", "/review", "/admin/site"])
    expect(
      await languageAt(`${address}?lang=de`, { "Accept-Language": "de" }),
    ).toBe("en");
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
      expect(await etagOf(address, { "Accept-Language": code })).toBe(etag);
    }
    expect(new Set(etags.values()).size).toBe(LANGUAGES.length);
    for (const made of ["sv", "DE", "xx-1", "<b>", "en-US"])
      expect(await etagOf(`${address}?lang=${encodeURIComponent(made)}`)).toBe(
        etags.get("en"),
      );
  }
  const addressOf = (search: string) =>
    readCacheable(`${CACHED}${search}`, () => "en")?.address;
  expect(addressOf("?lang=made-up")).toBe(addressOf(""));
});

test("data of the API are the same in every language", async () => {
  await site.sendFind();
  site.alter("UPDATE rock_posts SET show = 1");
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
  const alone = new Map<string, string>();
  for (const code of LANGUAGES)
    for (const [kind, ask] of Object.entries(asks(code)))
      alone.set(`${kind} ${code}`, await ask());
  // Everything is rendered anew.
  site.alter(
    "INSERT INTO site_texts VALUES ('social_url', 'https://a.example')",
  );
  site.alter("DELETE FROM site_texts WHERE key = 'social_url'");
  const at200 = Array.from({ length: 200 }, (_, index) => index);
  const all = await Promise.all([
    ...at200.map(async (index) => {
      const code = LANGUAGES[index % LANGUAGES.length]!;
      const kinds = Object.entries(asks(code));
      const [kind, ask] =
        kinds[Math.floor(index / LANGUAGES.length) % kinds.length]!;
      return [`${kind} ${code}`, await ask()] as const;
    }),
    ...LANGUAGES.map(async (code) => {
      const html = await read(UNCACHED, {
        headers: { Cookie: `lang=${code}` },
      });
      expect(languageIn(html)).toBe(code);
      return [`document ${code}`, alone.get(`document ${code}`)!] as const;
    }),
  ]);
  for (const [name, text] of all)
    expect([name, text === alone.get(name)]).toEqual([name, true]);
  for (const code of LANGUAGES)
    expect(languageIn(alone.get(`document ${code}`)!)).toBe(code);
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
