import { sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { askToFollow } from "#domain/follow/followers.server.ts";
import { FollowRequest } from "#domain/follow/schemas.ts";
import { pass, server, useMailServer } from "./mailbox.ts";

useMailServer();

const ask = (email: string, rock = 1, address = "203.0.113.1") =>
  askToFollow(rock, { email }, { address, language: "en" });

test("an address gets three mails a day that ask, whoever enters it and for whichever rock", async () => {
  const written = ["me@example.org", "Me@Example.ORG", "ME@EXAMPLE.ORG"];
  for (let rock = 1; rock <= 12; rock++)
    ask(written[rock % 3]!, rock, `203.0.113.${rock}`);
  await pass(0);
  expect(server.mails).toHaveLength(3);
  expect(getDb().all(sql`SELECT 1 FROM followers`)).toHaveLength(3);
});

test.each([
  ["a tag", (n: number) => `stranger+${n}@example.org`, 3],
  [
    "dots, tags and both names of Gmail",
    (n: number) =>
      [
        "str.anger@gmail.com",
        "stranger@googlemail.com",
        "S.T.R.anger+rocks@Gmail.com",
      ][n % 3]!.replace("@", `+${n}@`),
    3,
  ],
  ["dots anywhere else", (n: number) => `s${".r".repeat(n)}@example.org`, 6],
])(
  "an address with %s is that of a mailbox, which gets three mails",
  async (_what, addressOf, mails) => {
    for (let n = 1; n <= 6; n++) ask(addressOf(n));
    await pass(0);
    expect(server.mails).toHaveLength(mails);
  },
);

test("asking again while the mail is on its way sends one", async () => {
  for (let n = 0; n < 5; n++) ask("me@example.org");
  await pass(0);
  expect(server.mails).toHaveLength(1);
});

test.each([
  "",
  "me",
  "me@",
  "me@example",
  "a b@example.org",
  "a@b@c.org",
  "me@127.0.0.1",
  "me@example.org/path",
  "me@xn--a.org",
  "m\u200be@example.org",
  "me\u0007@example.org",
])("no mail can be sent to %j", (email) => {
  expect(() => ask(v.parse(FollowRequest, { email }).email)).toThrow();
  expect(getDb().all(sql`SELECT 1 FROM followers`)).toEqual([]);
});
