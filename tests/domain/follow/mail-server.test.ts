import { createServer, type AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { countFollowers } from "#domain/follow/followers.server.ts";
import { closeKept, sendOneOfMany } from "#domain/mail/send-mail.server.ts";
import { judge } from "#domain/outbox/send-mails.server.ts";
import {
  type MailServer,
  mailsTo,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
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
} from "../mailbox.ts";

useMailServer();
const ME = "me@example.org";
const YOU = "you@example.org";
const follows = (address: string) =>
  getDb().all(sql`SELECT 1 FROM followers WHERE address = ${address}`).length;
const ADDRESSES = [..."abcde"].map((name) => `${name}@example.org`);

async function startFollowed() {
  for (const address of ADDRESSES) await follow(address);
  server.mails.length = 0;
}

async function tellAll() {
  addFind({ show: true });
  await pass(HOUR);
}

/** Who got a mail, in order, and over which connection, counted from 0. */
function listTold() {
  const connections = [...new Set(server.mails.map((mail) => mail.connection))];
  return server.mails.map(({ receivers: [address], connection }) => [
    address,
    connections.indexOf(connection),
  ]);
}

const over = (...connections: number[]) =>
  ADDRESSES.map((address, at) => [address, connections[at]]);

const listFailing = () =>
  getDb().all(sql`SELECT id FROM outbox WHERE tries > 0`);

test("the mails of a rock go over one connection, in the order in which the addresses came, also after one was refused", async () => {
  await startFollowed();
  refused.set("b@example.org", 550);
  refused.set("d@example.org", 450);
  await tellAll();
  expect(listTold()).toEqual(
    over(0, 0, 0, 0, 0).filter(([address]) => !refused.has(String(address))),
  );
});

const send = (url: string, to: string) =>
  sendOneOfMany(
    { subject: "A test", text: to },
    { url, from: { name: "", address: "rocks@example.org" }, to: [to] },
  );

/** A mail server that takes mails of one account alone. */
let strict: MailServer;
beforeAll(async () => {
  const account = { name: "rocks", password: "right" };
  strict = await startMailServer({ account });
  return () => strict.stop();
});

test("a connection signs in once, and a wrong password is said to be the server's matter", async () => {
  const urlWith = (password: string) =>
    `${strict.url.replace("//", `//rocks:${password}@`)}?tls.rejectUnauthorized=false`;
  const error = await send(urlWith("wrong"), "a@example.org").catch(
    (error: unknown) => error,
  );
  expect(judge(error)).toBe("server");
  for (const address of ADDRESSES) await send(urlWith("right"), address);
  closeKept();
  const connections = strict.mails.map(({ connection }) => connection);
  expect(connections).toEqual(Array(5).fill(connections[0]));
});

test("a mail server that takes the call and says nothing is given up @soak", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) =>
    silent.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = silent.address() as AddressInfo;
  const error = await send(`smtp://127.0.0.1:${port}`, "a@example.org").catch(
    (error: unknown) => error,
  );
  expect(error).toMatchObject({ message: "Greeting never received" });
  expect(judge(error)).toBe("server");
  closeKept();
  silent.close();
});

describe("a mail server that", () => {
  test("takes two mails by a connection gets the rest by others, in order", async () => {
    await startFollowed();
    await stopServer();
    await startServerAgain({ mailsPerConnection: 2 });
    await tellAll();
    expect(listTold()).toEqual(over(0, 0, 1, 1, 2));
    expect(listFailing()).toEqual([]);
    await stopServer();
    await startServerAgain();
  });

  test("has ended the connection since the last mail gets the next by another", async () => {
    await startFollowed();
    await tellAll();
    await stopServer();
    await startServerAgain();
    await tellAll();
    expect(listTold().slice(5)).toEqual(over(1, 1, 1, 1, 1));
    expect(listFailing()).toEqual([]);
  });

  test("ends every call before it has said a word puts off nobody, for however long @soak", async () => {
    await startFollowed();
    await stopServer();
    const { port } = new URL(server.url);
    const silent = createServer((socket) => socket.end());
    await new Promise<void>((resolve) =>
      silent.listen(Number(port), "127.0.0.1", resolve),
    );
    addFind({ show: true });
    await pass(HOUR);
    expect(listFailing()).toEqual([]);
    await pass(3 * DAY);
    await new Promise((resolve) => silent.close(resolve));
    await startServerAgain();
    await pass(HOUR);
    for (const address of ADDRESSES) expect(toldOf(address)).toHaveLength(1);
  });

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
