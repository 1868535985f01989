import { expect, test } from "vitest";
import { asFinder, FIND_KEY, readFind } from "#tests/setup/calls/find-calls.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off", MODERATION: "off" } });

const own = { ...findFields, find_key: FIND_KEY };
const send = (headers: Record<string, string>, fields = own) =>
  site.addFind(fields, ["plain.png"], headers);

test.each([
  ["its page", { "Content-Language": "ja", Cookie: "lang=de" }, "ja"],
  ["a plain form, as its visitor has chosen", { Cookie: "lang=pl" }, "pl"],
  ["a plain form, as its device", { "Accept-Language": "fr-CA, en" }, "fr"],
  ["nobody says in what", { "Content-Language": "tlh" }, "en"],
])("a find has the language of %s", async (_, headers, lang) => {
  const { uuid } = await send(headers);
  expect(await readFind(uuid)).toMatchObject({ lang });
  const found = (await call(`GET /api/rock-posts/${own.rockNumber}`)).body;
  expect(found).toContainEqual(expect.objectContaining({ uuid, lang }));
});

test("a finder's correction in another language changes the find's, if it changes the comment", async () => {
  const find = await send({ "Content-Language": "ja" });
  const correct = async (fields: object) =>
    site.fetch(`/finds/${find.uuid}.data?lang=de`, {
      method: "POST",
      body: new URLSearchParams({
        key: FIND_KEY,
        intent: "correct",
        ...own,
        ...fields,
      }),
    });
  expect((await correct({ location: "Crail" })).status).toBe(200);
  expect(await readFind(find.uuid)).toMatchObject({
    location: "Crail",
    lang: "ja",
  });
  expect((await correct({ comment: "Am Hafen." })).status).toBe(200);
  expect(await readFind(find.uuid)).toMatchObject({
    comment: "Am Hafen.",
    lang: "de",
  });
  // A page that says nothing is in the site's own.
  await asFinder(find, { intent: "correct", comment: "At the harbour." });
  expect(await readFind(find.uuid)).toMatchObject({ lang: "en" });
});

test("the admin's save leaves the language as it is, and a find from before forms had one has none", async () => {
  const { uuid } = await send({ "Content-Language": "uk" });
  const { rps_key } = await readFind(uuid);
  await call(`PUT /api/journey-admin/${rps_key}`, { comment: "Mended." });
  expect(await readFind(uuid)).toMatchObject({ lang: "uk" });
  site.alter(`UPDATE rock_posts SET lang = NULL WHERE rps_key = ${rps_key}`);
  expect(await readFind(uuid)).toMatchObject({ lang: null });
});

test("a find keeps its language through the trash, and says it in the export", async () => {
  const { uuid } = await send({ "Content-Language": "zh" });
  const { rps_key } = await readFind(uuid);
  const { headers } = await call(`DELETE /api/journey-admin/${rps_key}`);
  await call(`POST /api/trash/${headers.get("trash-key")}/restore`);
  expect(await readFind(uuid)).toMatchObject({ lang: "zh" });
  const file = await site.fetch("/api/export/journeys.csv", {
    headers: { cookie: await site.shareSession() },
  });
  expect((await file.text()).split("\r\n")[0]).toMatch(/,create_dt,lang,/);
});

test("a rock's page marks comments in other languages than its own", async () => {
  const rockNumber = "871";
  const sent = async (lang: string, comment: string) =>
    send({ "Content-Language": lang }, { ...own, rockNumber, comment });
  await sent("ja", "In Japanese.");
  await sent("de", "In German.");
  const page = await (await site.fetch(`/rocks/${rockNumber}?lang=de`)).text();
  expect(page).toMatch(/<span[^>]* lang="ja"[^>]*>In Japanese\./);
  expect(page).toMatch(/<span class="clamp" dir="auto">In German\./);
  const print = await site.fetch(`/rocks/${rockNumber}/print?lang=de`);
  expect(await print.text()).toMatch(/<p[^>]* lang="ja"[^>]*>In Japanese\./);
});

test("a form that is sent to an address with a language is in that one", async () => {
  await site.fetch("/api/upload-rock?lang=de", {
    method: "POST",
    body: await findForm(own, ["plain.png"]),
  });
  expect(
    site.query("SELECT lang FROM rock_posts ORDER BY rps_key DESC")[0],
  ).toEqual({ lang: "de" });
});
