import * as v from "valibot";
import { expect, test } from "vitest";
import {
  askToFollow,
  confirmFollow,
  readFollow,
  stopFollowing,
} from "#domain/follow/followers.server.ts";
import { FollowRequest } from "#domain/follow/schemas.ts";
import { keyIn } from "#tests/setup/processes/mail-server.ts";
import {
  DAY,
  followers,
  HOUR,
  jump,
  ME,
  MINUTE,
  pass,
  server,
  startServerAgain,
  stopServer,
  useMailServer,
} from "../mailbox.ts";

/** The limits of finds are those of who asks too. */
useMailServer({ UPLOAD_LIMITS: "8/10m", UPLOAD_LIMIT_TOTAL: "20/1d" });

const ask = (email = ME, rock = 1, address = "203.0.113.1") =>
  askToFollow(rock, { email }, { address, language: "en" });

test.each([0, 40 * DAY, -40 * DAY])(
  "a key that wasn't used is refused from the moment that seven days have passed, although the clock jumps by %i, and still stops",
  async (ms) => {
    ask();
    await pass(0);
    const key = keyIn(server.mails[0]!);
    jump(ms);
    await pass(7 * DAY - MINUTE);
    expect(readFollow(key).state).toBe("unconfirmed");
    await pass(MINUTE);
    for (const use of [readFollow, confirmFollow])
      expect(() => use(key)).toThrow("within seven days");
    stopFollowing(key);
    expect(followers()).toEqual([]);
  },
);

test("nobody is asked by a link that is over @soak", async () => {
  await stopServer();
  ask();
  await pass(8 * DAY);
  await startServerAgain();
  await pass(HOUR);
  expect(server.mails).toEqual([]);
});

const CASES = [ME, "Me@Example.ORG", "ME@EXAMPLE.ORG"];
const GMAIL = [
  "str.anger@gmail.com",
  "stranger@googlemail.com",
  "S.T.R.anger+rocks@Gmail.com",
];

test.each<[string, number, (n: number) => string]>([
  ["no difference but the case", 3, (n) => CASES[n % 3]!],
  ["other tags", 3, (n) => `stranger+${n}@example.org`],
  [
    "other dots, tags and both names of Gmail",
    3,
    (n) => GMAIL[n % 3]!.replace("@", `+${n}@`),
  ],
  ["other dots elsewhere", 6, (n) => `s${".r".repeat(n)}@example.org`],
])(
  "six addresses with %s get %i mails a day that ask, because a mailbox gets three, whoever enters it and for whichever rock",
  async (_, mails, addressOf) => {
    for (let n = 1; n <= 6; n++) ask(addressOf(n), n, `203.0.113.${n}`);
    await pass(0);
    expect(server.mails).toHaveLength(mails);
    expect(followers()).toHaveLength(mails);
  },
);

test("every way to write an address is the same address, which is asked once about a rock", async () => {
  for (const [n, written] of [
    "Me.B+x@BÜCHER.example",
    " me.b+x@xn--Bcher-kva.EXAMPLE\u00a0",
    "me.b+x@bu\u0308cher.example",
  ].entries())
    ask(v.parse(FollowRequest, { email: written }).email, 17 + (n % 2));
  await pass(0);
  expect(followers()).toEqual(Array(2).fill("me.b+x@xn--bcher-kva.example"));
  expect(server.mails).toHaveLength(2);
});

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
  expect(followers()).toEqual([]);
});
