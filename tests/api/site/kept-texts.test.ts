import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import {
  historyOf,
  imagesOf,
  newFind,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  asStored,
  fitting,
  MARKS,
  packNaughty,
  PAYLOADS,
} from "#tests/setup/naughty/strings.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

/**
 * Every text comes back as it was sent. Only this is changed: half a character (a lone surrogate, which UTF-8 can't
 * hold) becomes U+FFFD, in the database or on its way; a form's line breaks become CR LF, which is how the browser's
 * `FormData` sends them; and an e-mail address and an address of a page are trimmed.
 */

setUpSite();

const short = packNaughty(100, fitting(90));

test("a text that is sent as JSON comes back exactly, to everybody and from its history", async () => {
  const find = await newFind();
  site.alter("UPDATE rock_posts SET show = 1");
  const comments = [MARKS, ...packNaughty(5000)];
  for (const [n, comment] of comments.entries()) {
    const text = short[n % short.length]!;
    const sent = { location: text, comment, name: text, show: true };
    const { body } = await saveFind(find, sent);
    const [name, words] = [text, comment].map(asStored);
    const kept = { location: name, comment: words, name };
    expect(body).toMatchObject(kept);
    expect(await readFind(find.uuid)).toMatchObject(kept);
    const shown = await call("GET /api/rock-posts/214");
    expect(shown.body[0]!.comment).toBe(words);
  }
  const [last] = await historyOf(find);
  expect(last!.changes.comment).toEqual(comments.slice(-2).map(asStored));
});

/** What a form's text becomes on its way. */
const asSent = (text: string) => asStored(text).replace(/\r\n|\r|\n/g, "\r\n");

test("a text that is sent in a form comes back exactly, from a visitor @soak", async () => {
  const comments = [MARKS, ...packNaughty(4500)];
  // Each line break becomes two characters.
  const locations = packNaughty(150).slice(0, comments.length);
  for (const [n, comment] of comments.entries()) {
    const location = locations[n]!;
    const name = "'\"><svg onload=naughty=1>\u202e";
    const fields = { ...findFields, location, comment, name };
    const { uuid } = await site.addFind(fields, ["alpha.png"]);
    expect(await readFind(uuid)).toMatchObject({
      comment: asSent(comment),
      location: asSent(location),
      name,
    });
  }
});

/** Names of files that would be somewhere else, run, or end a header or a part of a form. */
const FILE_NAMES = [
  ...PAYLOADS,
  "../../../../etc/passwd%00.png",
  "..\\..\\windows\\win.ini",
  "CON",
  "a\u202egnp.exe",
  'x"; filename="y.html',
  `${"n".repeat(4000)}.png`,
  "\ud800.png",
];

/** A form escapes quotes and line breaks of a file's name, and of a path only the last part is kept. */
const asFileName = (name: string) =>
  asStored(name)
    .replaceAll('"', "%22")
    .replace(/^.*[/\\]/s, "");

test("a file may have any name: it is shown, and names nothing in the store @soak", async () => {
  const bytes = await readFile(fixture("alpha.png"));
  const shown: string[] = [];
  for (let start = 0; start < FILE_NAMES.length; start += 5) {
    const form = await findForm({ ...findFields, rockNumber: "78" }, []);
    for (const name of FILE_NAMES.slice(start, start + 5))
      form.append("images", new Blob([bytes]), name);
    const answer = await send("POST /api/upload-rock", form, {});
    expect(answer.status).toBe(201);
    const { uuid } = (await answer.json()) as { uuid: string };
    const images = await imagesOf(await readFind(uuid));
    shown.push(...images.map(({ original_name }) => original_name));
  }
  await site.untilIdle();
  expect(shown).toEqual(FILE_NAMES.map(asFileName));
  for (const file of filesBelow(site.inStore("rocks/78")))
    expect(file).toMatch(
      /^[0-9a-f-]{36}\/(original|sm|webp640|webp)\/[0-9a-f]{12}\.(png|webp)$/,
    );
});
