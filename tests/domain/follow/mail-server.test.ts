import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { countFollowers } from "#domain/follow/followers.server.ts";
import { sendMail } from "#domain/mail/send-mail.server.ts";
import { judge } from "#domain/outbox.server.ts";
import {
  type MailServer,
  mailsTo,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { readColumn } from "#tests/setup/rows.ts";
import {
  addFind,
  DAY,
  follow,
  followers,
  HOUR,
  hooks,
  ME,
  MINUTE,
  pass,
  refused,
  server,
  show,
  startServerAgain,
  stopServer,
  toldOf,
  useMailServer,
  YOU,
} from "../mailbox.ts";

useMailServer();
const ADDRESSES = [..."abcde"].map((name) => `${name}@example.org`);

async function startFollowed() {
  for (const address of ADDRESSES) await follow(address);
  server.mails.length = 0;
}

async function tellAll() {
  addFind({ show: true });
  await pass(HOUR);
}

const listFailing = () => readColumn("SELECT id FROM outbox WHERE tries > 0");

async function startSilent(port: number, onCall?: (socket: Socket) => unknown) {
  const silent = createServer(onCall);
  await once(silent.listen(port, "127.0.0.1"), "listening");
  return silent;
}

test("the mails of a rock go in the order in which the addresses came, also after one was refused", async () => {
  await startFollowed();
  refused.set("b@example.org", 550);
  refused.set("d@example.org", 450);
  await tellAll();
  expect(server.mails.map(({ receivers: [address] }) => address)).toEqual(
    ADDRESSES.filter((address) => !refused.has(address)),
  );
});

const failureOf = (url: string, to = "a@example.org") =>
  sendMail(
    { subject: "A test", text: to },
    { url, from: { name: "", address: "rocks@example.org" }, to: [to] },
  ).then(
    () => undefined,
    (error: unknown) => error,
  );

let strict: MailServer;
beforeAll(async () => {
  const account = { name: "rocks", password: "right" };
  strict = await startMailServer({ account });
  return () => strict.stop();
});

test("a wrong password is said to be the server's matter", async () => {
  const urlWith = (password: string) =>
    `${strict.url.replace("//", `//rocks:${password}@`)}?tls.rejectUnauthorized=false`;
  expect(judge(await failureOf(urlWith("wrong")))).toBe("server");
  expect(await failureOf(urlWith("right"))).toBeUndefined();
});

test("a mail server that takes the call and says nothing is given up @soak", async () => {
  const silent = await startSilent(0);
  const { port } = silent.address() as AddressInfo;
  const failure = await failureOf(`smtp://127.0.0.1:${port}`);
  expect(failure).toMatchObject({ message: "Greeting never received" });
  expect(judge(failure)).toBe("server");
  silent.close();
});

test("a mail server that ends every call before it has said a word puts off nobody, for however long @soak", async () => {
  await startFollowed();
  await stopServer();
  const port = Number(new URL(server.url).port);
  const silent = await startSilent(port, (socket) => socket.end());
  addFind({ show: true });
  await pass(HOUR);
  expect(listFailing()).toEqual([]);
  await pass(3 * DAY);
  await new Promise((resolve) => silent.close(resolve));
  await startServerAgain();
  await pass(HOUR);
  for (const address of ADDRESSES) expect(toldOf(address)).toHaveLength(1);
});

test("a mail server that is away for an hour loses nothing, and nobody is told of what was hidden meanwhile", async () => {
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
  expect(followers()).toEqual([ME, YOU]);
  for (const address of [ME, YOU]) expect(toldOf(address)).toEqual([["Shown"]]);
});

test("a mail server that is cut off after it has taken a mail gets the same mail again", async () => {
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

test("an address that the mail server refuses for good is stopped, and the others are told", async () => {
  await follow(ME);
  await follow(ME, 18);
  await follow(YOU);
  refused.set(ME, 550);
  addFind({ show: true });
  await pass(HOUR);
  expect(followers()).toEqual([YOU]);
  expect(toldOf(YOU)).toHaveLength(1);
  expect(countFollowers()).toMatchObject({ bounced: 1, sent: 1, waiting: 0 });
});

test("an address that the mail server puts off for two days is not told of that find, but of the next", async () => {
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
