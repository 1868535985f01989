import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import {
  askToFollow,
  confirmFollow,
  readFollow,
  stopFollowing,
} from "#domain/follow/followers.server.ts";
import { keyIn, mailsTo } from "#tests/setup/processes/mail-server.ts";
import {
  DAY,
  HOUR,
  jump,
  MINUTE,
  pass,
  server,
  stopServer,
  startServerAgain,
  useMailServer,
} from "./mailbox.ts";

useMailServer();
const ME = "me@example.org";

const enter = () =>
  askToFollow(17, { email: ME }, { address: "203.0.113.1", language: "en" });

/** @returns the key of the mail that asks */
async function ask() {
  enter();
  await pass(0);
  return keyIn(mailsTo(server, ME)[0]!);
}

test("a key that wasn't used is refused from the moment it is seven days old, and still stops", async () => {
  const key = await ask();
  await pass(7 * DAY - MINUTE);
  expect(readFollow(key).state).toBe("unconfirmed");
  await pass(MINUTE);
  for (const use of [readFollow, confirmFollow])
    expect(() => use(key)).toThrow("within seven days");
  stopFollowing(key);
  expect(getDb().all(sql`SELECT 1 FROM followers`)).toEqual([]);
});

test("a clock that jumps ends no key", async () => {
  const key = await ask();
  jump(40 * DAY);
  expect(readFollow(key).state).toBe("unconfirmed");
  await pass(7 * DAY);
  expect(() => confirmFollow(key)).toThrow("within seven days");
});

test("nobody is asked by a link that is over @soak", async () => {
  await stopServer();
  enter();
  await pass(8 * DAY);
  await startServerAgain();
  await pass(HOUR);
  expect(server.mails).toEqual([]);
});
