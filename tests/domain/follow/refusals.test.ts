import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { countFollowers } from "#domain/follow/followers.server.ts";
import { judge } from "#domain/outbox/refusals.server.ts";
import { mailsTo } from "#tests/setup/processes/mail-server.ts";
import {
  addFind,
  DAY,
  follow,
  HOUR,
  hooks,
  MINUTE,
  pass,
  refused,
  server,
  show,
  startServerAgain,
  stopServer,
  toldOf,
  useMailServer,
} from "./mailbox.ts";

useMailServer();
const ME = "me@example.org";
const YOU = "you@example.org";
const follows = (address: string) =>
  getDb().all(sql`SELECT 1 FROM followers WHERE address = ${address}`).length;

describe("an address that the mail server", () => {
  test("refuses for good is stopped, and the others are told", async () => {
    await follow(ME);
    await follow(ME, 18);
    await follow(YOU);
    refused.set(ME, 550);
    addFind({ show: true });
    await pass(HOUR);
    expect(follows(ME)).toBe(0);
    expect(toldOf(YOU)).toHaveLength(1);
    expect(countFollowers()).toMatchObject({ bounced: 1, sent: 1, waiting: 0 });
  });

  test("puts off is told later, and the others are told at once @soak", async () => {
    await follow(ME);
    await follow(YOU);
    refused.set(ME, 450);
    addFind({ show: true, location: "One" });
    await pass(DAY);
    expect(toldOf(YOU)).toHaveLength(1);
    addFind({ show: true, location: "Two" });
    await pass(20 * HOUR);
    refused.clear();
    await pass(2 * HOUR);
    expect(toldOf(ME)).toEqual([["One", "Two"]]);
  });

  test("puts off for two days is not told of that find, but of the next", async () => {
    await follow(ME);
    refused.set(ME, 450);
    addFind({ show: true, location: "One" });
    await pass(3 * DAY);
    refused.clear();
    await pass(DAY);
    expect(toldOf(ME)).toEqual([]);
    addFind({ show: true, location: "Two" });
    await pass(HOUR);
    expect(toldOf(ME)).toEqual([["Two"]]);
  });
});

describe("a mail server that", () => {
  test("is away for an hour loses nothing, and nobody is told of what was hidden meanwhile", async () => {
    await follow(ME);
    await follow(YOU);
    await stopServer();
    const hidden = addFind({ show: true, location: "Hidden" });
    addFind({ show: true, location: "Shown" });
    await pass(40 * MINUTE);
    show(hidden, false);
    await pass(20 * MINUTE);
    await startServerAgain();
    await pass(2 * HOUR);
    for (const address of [ME, YOU]) {
      expect(follows(address)).toBe(1);
      expect(toldOf(address)).toEqual([["Shown"]]);
    }
  });

  test("is cut off after it has taken a mail gets the same mail again", async () => {
    await follow(ME);
    addFind({ show: true, location: "One" });
    hooks.beforeTaking = stopServer;
    await pass(6 * MINUTE);
    hooks.beforeTaking = undefined;
    addFind({ show: true, location: "Two" });
    await startServerAgain();
    await pass(HOUR);
    const [, first, again] = mailsTo(server, ME);
    expect(again!.messageId).toBe(first!.messageId);
    await pass(HOUR);
    expect(toldOf(ME)).toEqual([["One"], ["One"], ["Two"]]);
  });
});

test("what is left of a site that was killed while it sent is sent once more, as the same mail", async () => {
  await follow(ME);
  await follow(YOU);
  addFind({ show: true });
  await pass(6 * MINUTE);
  // The mail server has taken the mail, and the site could not note it.
  const [, mail_id] = /^<(.+)@/.exec(mailsTo(server, ME)[1]!.messageId!)!;
  getDb().run(
    sql`INSERT INTO outbox (id, kind, flw_key, news, send_after)
        SELECT ${mail_id}, 'news', flw_key, json_group_array(news_key), 0
          FROM told JOIN followers USING (flw_key) WHERE address = ${ME} GROUP BY flw_key`,
  );
  getDb().run(
    sql`DELETE FROM told WHERE flw_key = (SELECT flw_key FROM followers WHERE address = ${ME})`,
  );
  getDb().run(sql`UPDATE followers SET told_hour = NULL`);
  addFind({ show: true, location: "Later" });
  await pass(50 * MINUTE);
  const [, first, again] = mailsTo(server, ME);
  expect(again!.messageId).toBe(first!.messageId);
  expect(toldOf(ME)).toEqual([["The pier"], ["The pier"]]);
  expect(toldOf(YOU)).toEqual([["The pier"], ["Later"]]);
  await pass(HOUR);
  expect(toldOf(ME).at(-1)).toEqual(["Later"]);
});

test.each([
  ["RCPT TO", "550 5.1.1 There is nobody here", "no-good"],
  ["RCPT TO", "550 There is nobody here", "no-good"],
  ["RCPT TO", "550 5.7.1 Your server is on a list", "later"],
  ["RCPT TO", "452 4.2.2 Full", "later"],
  ["DATA", "554 5.6.0 We don't like it", "later"],
  ["RCPT TO", "553 5.6.7 Non-ASCII addresses not permitted", "no-good"],
  ["DATA", "550 There is nobody here", "no-good"],
  ["DATA", "421 Closing", "server"],
  ["MAIL FROM", "550 Not from you", "server"],
  ["AUTH PLAIN", "535 Wrong password", "server"],
  ["CONN", "", "server"],
] as const)("%s answered by %j means: %s", (command, response, verdict) => {
  const responseCode = Number(response.slice(0, 3));
  expect(judge({ command, response, responseCode })).toBe(verdict);
});
