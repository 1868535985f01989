import { expect, test } from "vitest";
import {
  historyOf,
  newFind,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import {
  asStored,
  fitting,
  MARKS,
  packNaughty,
} from "#tests/setup/naughty/strings.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

/**
 * Every text comes back as it was sent. Only this is changed: half a character (a lone surrogate, which UTF-8 can't
 * hold) becomes U+FFFD, in the database or on its way; and an e-mail address and an address of a page are trimmed.
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
