import { sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import {
  askToFollow,
  confirmFollow,
  readFollow,
  stopFollowing,
} from "#domain/follow/followers.server.ts";
import { FollowRequest } from "#domain/follow/schemas.ts";
import { keyIn, mailsTo } from "#tests/setup/processes/mail-server.ts";
import {
  DAY,
  HOUR,
  jump,
  MINUTE,
  pass,
  server,
  startServerAgain,
  stopServer,
  useMailServer,
} from "../mailbox.ts";

/** The limits of finds are those of who asks too. */
useMailServer({ UPLOAD_LIMITS: "8/10m", UPLOAD_LIMIT_TOTAL: "20/1d" });
const ME = "me@example.org";

const ask = (email = ME, rock = 1, address = "203.0.113.1") =>
  askToFollow(rock, { email }, { address, language: "en" });

async function askForKey() {
  ask();
  await pass(0);
  return keyIn(mailsTo(server, ME)[0]!);
}

test("a key that wasn't used is refused from the moment it is seven days old, and still stops", async () => {
  const key = await askForKey();
  await pass(7 * DAY - MINUTE);
  expect(readFollow(key).state).toBe("unconfirmed");
  await pass(MINUTE);
  for (const use of [readFollow, confirmFollow])
    expect(() => use(key)).toThrow("within seven days");
  stopFollowing(key);
  expect(getDb().all(sql`SELECT 1 FROM followers`)).toEqual([]);
});

test("a clock that jumps ends no key", async () => {
  const key = await askForKey();
  jump(40 * DAY);
  expect(readFollow(key).state).toBe("unconfirmed");
  await pass(7 * DAY);
  expect(() => confirmFollow(key)).toThrow("within seven days");
});

test("nobody is asked by a link that is over @soak", async () => {
  await stopServer();
  ask();
  await pass(8 * DAY);
  await startServerAgain();
  await pass(HOUR);
  expect(server.mails).toEqual([]);
});

test("an address gets three mails a day that ask, whoever enters it and for whichever rock", async () => {
  const written = ["me@example.org", "Me@Example.ORG", "ME@EXAMPLE.ORG"];
  for (let rock = 1; rock <= 12; rock++)
    ask(written[rock % 3]!, rock, `203.0.113.${rock}`);
  await pass(0);
  expect(server.mails).toHaveLength(3);
  expect(getDb().all(sql`SELECT 1 FROM followers`)).toHaveLength(3);
});

const GMAIL = [
  "str.anger@gmail.com",
  "stranger@googlemail.com",
  "S.T.R.anger+rocks@Gmail.com",
];

test.each([
  ["no difference", 1, () => ME],
  ["other tags", 3, (n: number) => `stranger+${n}@example.org`],
  [
    "other dots, tags and both names of Gmail",
    3,
    (n: number) => GMAIL[n % 3]!.replace("@", `+${n}@`),
  ],
  ["other dots elsewhere", 6, (n: number) => `s${".r".repeat(n)}@example.org`],
])(
  "six addresses with %s get %i mails, because a mailbox gets three, and one while it is on its way",
  async (_, mails, addressOf) => {
    for (let n = 1; n <= 6; n++) ask(addressOf(n));
    await pass(0);
    expect(server.mails).toHaveLength(mails);
  },
);

test("a sender has the limits of finds, and so have all together", () => {
  const isTaken = (address: string, number: number) => {
    try {
      ask(`n${number}@example.org`, 1, address);
      return true;
    } catch {
      return false;
    }
  };
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const own = numbers.filter((n) => isTaken("203.0.113.1", n));
  expect(own).toHaveLength(8);
  const others = numbers.filter((n) => isTaken(`198.51.100.${n}`, 20 + n));
  expect(others).toHaveLength(12);
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
