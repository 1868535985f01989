import { expect, test } from "vitest";
import type { Translation } from "#domain/site/answers.ts";
import {
  call,
  expectStatuses,
  setUpSite,
  textAt as page,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const list = async () =>
  (await call("GET /api/site/translations")).body as Translation[];
const german = async () => (await list()).find(({ lang }) => lang === "de")!;
const save = (texts: object) => call("PUT /api/site/translations/de", texts);

test("a text is marked as English on a page of another language, until it is translated", async () => {
  await call("PUT /api/site-texts", {
    site_name: "Stones Abroad",
    hero_title: "Our stones",
    story: "Our **story**.",
  });
  expect(await page("/?lang=de")).toMatch(
    /<bdi lang="en">Stones Abroad<[\s\S]*<h1 [^>]*lang="en"[^>]*>Our stones<[\s\S]*<div class="markdown"[^>]* lang="en"[^>]*><p>Our <strong>story/,
  );
  const { missing } = await german();
  const texts = {
    site_name: "Steine unterwegs",
    hero_title: "Unsere Steine",
    story: "Unsere **Geschichte**.",
  };
  const { status, body } = await save(texts);
  expect(status).toBe(200);
  expect(body).toMatchObject({ lang: "de", ...texts });
  const left = missing.filter((key) => !(key in texts));
  expect((await german()).missing).toEqual(left);
  expect(left.length).toBe(missing.length - 3);

  const now = await page("/?lang=de");
  expect(now).toMatch(
    /<title>Steine unterwegs<[\s\S]*<bdi>Steine unterwegs<[\s\S]*<h1 dir="auto">Unsere Steine<[\s\S]*<div class="markdown" dir="auto"><p>Unsere <strong>Geschichte/,
  );
  expect(now).not.toContain("Our stones");
  for (const address of ["/feed.xml", "/manifest.webmanifest"])
    expect(await page(`${address}?lang=de`)).toContain("Steine unterwegs");
  for (const language of ["en", "fr"])
    expect(await page(`/?lang=${language}`)).toContain("Our stones");

  await save({ hero_title: " ", story: null });
  const again = await page("/?lang=de");
  expect(again).toContain("Our stones");
  expect(again).toContain("Our <strong>story");
  expect(again).toContain("Steine unterwegs");
});

test("a link in the parent's text says in the language of the page that it opens in a new tab", async () => {
  const text = "See [them](https://elsewhere.example/).";
  await call("PUT /api/site-texts", { story: text, sudc: text });
  for (const address of ["/?lang=de", "/sudc?lang=de"])
    expect(await page(address)).toMatch(
      /<div class="markdown"[^>]* lang="en"[^>]*><p>See <a [^>]*>them<span class="sr" lang="de"> \(öffnet sich in einem neuen Tab\)</,
    );
});

test("a save that is wrong, or of a language that is not spoken, changes nothing", async () => {
  const before = await list();
  const long = { site_name: "a".repeat(61), hero_title: "Nicht dies" };
  const refused = await save(long);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields!)).toEqual(["site_name"]);
  const address = "PUT /api/site/translations";
  await expectStatuses([
    [`${address}/en`, 404, { story: "a" }],
    [`${address}/sv`, 404, { story: "a" }],
  ]);
  expect(await list()).toEqual(before);
});
