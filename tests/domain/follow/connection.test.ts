import { createServer } from "node:net";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { closeKept, sendOneOfMany } from "#domain/mail/send-mail.server.ts";
import { judge } from "#domain/outbox/refusals.server.ts";
import {
  type MailServer,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import {
  addFind,
  DAY,
  follow,
  HOUR,
  pass,
  refused,
  server,
  startServerAgain,
  stopServer,
  toldOf,
  useMailServer,
} from "./mailbox.ts";

/** The mails to the followers of a rock go over one connection. */

useMailServer();
/** A mail server that takes mails of one account alone. */
let strict: MailServer;
beforeAll(async () => {
  strict = await startMailServer({
    account: { name: "rocks", password: "right" },
  });
  return () => strict.stop();
});

const ADDRESSES = ["a", "b", "c", "d", "e"].map(
  (name) => `${name}@example.org`,
);

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

describe("the mails of a rock", () => {
  test("go over one connection, in the order in which the addresses came", async () => {
    await startFollowed();
    await tellAll();
    expect(listTold()).toEqual(over(0, 0, 0, 0, 0));
  });

  test("go on over it after an address was refused", async () => {
    await startFollowed();
    refused.set("b@example.org", 550);
    refused.set("d@example.org", 450);
    await tellAll();
    expect(listTold()).toEqual(
      over(0, 0, 0, 0, 0).filter(([address]) => !refused.has(String(address))),
    );
  });
});

const send = (url: string, to: string) =>
  sendOneOfMany(
    { subject: "A test", text: to },
    { url, from: { name: "", address: "rocks@example.org" }, to: [to] },
  );

test("mails go to another server as soon as the setting names it", async () => {
  const other = await startMailServer();
  for (const [at, address] of ADDRESSES.entries())
    await send(at === 2 ? other.url : server.url, address);
  closeKept();
  expect(listTold()).toEqual([
    ["a@example.org", 0],
    ["b@example.org", 0],
    ["d@example.org", 1],
    ["e@example.org", 1],
  ]);
  expect(other.mails).toHaveLength(1);
  await other.stop();
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
});
