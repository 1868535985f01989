import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openPages } from "#app/http/open-page.server.ts";
import { closeDb, getDb } from "#db/client.server.ts";
import { makeKeepsake } from "#domain/keepsake/make-keepsake.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { fillKeptSite, readZip } from "#tests/setup/kept-site.ts";
import {
  clean,
  readTexts,
  withoutSiteName,
} from "#tests/setup/texts-of-language.ts";

beforeAll(() => {
  process.env.SITE_LANGUAGE = "ar";
  fillKeptSite(getDb().$client, storeRoot());
  closeDb();
});

const OWN = /<div class="markdown".*?<\/div>/gs;

/** What is read on a page, or read aloud, and not marked as of another language. */
const TEXTS =
  /<(?:title|h\d|p|a|b|li|small|label|span|dt|dd|time)(?![^>]* lang=)[^>]*>([^<]+)|(?:alt|aria-label)="([^"]+)"/g;
const textsOf = (html: string) =>
  [...html.matchAll(TEXTS)].map(([, text, attribute]) =>
    withoutSiteName(clean((text ?? attribute)!.replaceAll("&#x27;", "'"))),
  );

test("a keepsake is in the language of the site", async () => {
  const [isEnglish, isArabic] = [readTexts("en"), readTexts("ar")];
  const target = path.join(await makeFolder(), "rocks.zip");
  await makeKeepsake({
    form: "public",
    target,
    folder: `${target}.making`,
    openPage: await openPages(),
    report: () => {},
  });
  const files = await readZip(target);
  const pages = [...files].filter(([file]) => file.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(8);
  for (const [file, { bytes }] of pages) {
    const html = bytes.toString();
    expect(html, file).toContain('<html lang="ar" dir="rtl">');
    const texts = textsOf(html.replace(OWN, ""));
    expect(texts.filter(isArabic).length, file).toBeGreaterThan(5);
    expect(
      texts.filter((text) => isEnglish(text) && !isArabic(text)),
      file,
    ).toEqual([]);
  }
  // The story is the family's; the page about SUDC ships in English.
  const textOf = (file: string) => files.get(file)!.bytes.toString();
  expect(textOf("index.html")).toContain('<div class="markdown" dir="auto">');
  expect(textOf("index.html")).toContain(
    'SUDC<span class="sr" lang="ar"> (في علامة تبويب جديدة)</span></a>',
  );
  expect(textOf("awareness.html")).toContain(
    '<div class="markdown" dir="auto" lang="en">',
  );
});
