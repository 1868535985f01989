import { expect, onTestFinished, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { applySiteSettings } from "#core/settings.server.ts";
import type { OutboxRow } from "#domain/mail/send-mail.server.ts";
import { sendNext } from "#domain/outbox.server.ts";
import {
  prepareDailyMail,
  readMailState,
} from "#domain/review/daily-mail.server.ts";
import { openReviewKey } from "#domain/review/scope.server.ts";
import { readColumn, readRows, runSql } from "#tests/setup/rows.ts";
import {
  addFind as add,
  DAY,
  ME,
  MINUTE,
  refused,
  server,
  show,
  startServerAgain,
  stopServer,
  useMailServer,
  YOU,
} from "../mailbox.ts";

useMailServer({ DIGEST_TO: `${ME}, ${YOU}` });

const addFind = (location: string) => add({ location });
const showAll = () => runSql("UPDATE rock_posts SET show = 1");

/** An hour of a day of November 2099, in the process's time zone. No key has expired by then. */
const at = (day: number, hours: number, minutes = 0) =>
  new Date(2099, 10, day, hours, minutes);

/** Looks once, as the site does. @returns milliseconds until the next time */
function look(time: Date) {
  const ahead = time.getTime() - Date.now();
  if (ahead > 0) vi.advanceTimersByTime(ahead);
  else vi.setSystemTime(time);
  return sendNext();
}

/** Begins a try that nobody ends. @returns the key of its mail */
async function beginTry(now = Date.now()) {
  const { mail, begin } = (await prepareDailyMail({} as OutboxRow, now))!;
  write(begin);
  return keyOf(mail);
}

/** Looks again and again, from one time to another. Returns the waits that were longer than usual. */
async function pass(from: Date, to: Date) {
  const waits = [];
  const step = Math.max(MINUTE, (to.getTime() - from.getTime()) / 200);
  for (let now = from.getTime(); now < to.getTime();) {
    const wait = await look(new Date(now));
    if (wait >= MINUTE) waits.push(wait / MINUTE);
    now += Math.max(wait, step);
  }
  return waits;
}

function setTime(time: string) {
  applySiteSettings({ DIGEST_AT: time });
  onTestFinished(() => applySiteSettings({}));
}

async function missMail() {
  const shown = addFind("Shown meanwhile");
  await whileDown(() => pass(at(2, 18), at(2, 19, 2)));
  show(shown);
  await pass(at(2, 19, 2), at(2, 20));
}

const keyOf = ({ text }: { text?: string }) =>
  /\/review#([\w-]{22})\n/.exec(text!)![1]!;

const subjects = () => server.mails.map(({ subject }) => subject);

test("the daily mail is not sent while nothing waits, nor for finds that come later that day", async () => {
  add({ show: true });
  add({ put_aside: true });
  await pass(at(2, 18), at(2, 20));
  addFind("Late");
  await pass(at(2, 20), at(3, 18, 59));
  expect(server.mails).toEqual([]);
  await pass(at(3, 18, 59), at(3, 19, 2));
  expect(subjects()).toEqual(["1 find is waiting"]);
});

test.each([
  ["nothing waited at the time before", () => pass(at(2, 18), at(2, 20))],
  ["what waited was shown while the mail server was down", missMail],
])(
  "a later time of the same day brings the daily mail if %s, and no second one",
  async (_why, before) => {
    await before();
    addFind("The pier");
    await pass(at(2, 20), at(2, 20, 15));
    expect(server.mails).toEqual([]);
    setTime("20:30");
    await pass(at(2, 20, 15), at(2, 21));
    expect(subjects()).toEqual(["1 find is waiting"]);
    setTime("22:00");
    await pass(at(2, 21), at(2, 23));
    expect(server.mails).toHaveLength(1);
  },
);

test("a site that is first started after the time has its first mail with its first find, for three hours", async () => {
  await pass(at(2, 20), at(2, 21));
  addFind("The pier");
  await pass(at(2, 21), at(2, 21, 1));
  expect(subjects()).toEqual(["1 find is waiting"]);
  await pass(at(3, 22, 5), at(3, 23));
  expect(server.mails).toHaveLength(1);
});

test("the daily mail is sent once a day as long as finds wait, to all receivers in one", async () => {
  addFind("The pier");
  await pass(at(2, 18), at(4, 18));
  expect(subjects()).toEqual(["1 find is waiting", "1 find is waiting"]);
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    from: { name: "Robin's Rocks", address: "rocks@example.org" },
    to: [{ address: ME }, { address: YOU }],
    receivers: [ME, YOU],
    messageId: "<finds.2099-11-02@rocks.example.org>",
  });
  for (const part of [mail!.text, mail!.html])
    expect(part).toContain("The pier");
  showAll();
  await pass(at(4, 18), at(6, 18));
  expect(server.mails).toHaveLength(2);
});

test("the daily mail comes once when the clock is set back or forward", async () => {
  addFind("The pier");
  await pass(at(10, 19), at(10, 20));
  await pass(at(10, 18), at(10, 21));
  await pass(at(9, 18), at(9, 21));
  await pass(at(11, 6), at(11, 18));
  expect(server.mails).toHaveLength(1);
});

test("the daily mail shows twenty finds and counts the others, and its link opens them all", async () => {
  const keys = Array.from({ length: 23 }, (_, index) =>
    addFind(`Place ${index}.`),
  );
  await pass(at(2, 19), at(2, 19, 1));
  const [mail] = server.mails;
  expect(mail!.subject).toBe("23 finds are waiting");
  expect(mail!.text).toContain("Place 19.");
  expect(mail!.text).not.toContain("Place 20.");
  expect(mail!.text).toContain("And 3 more.");
  expect(openReviewKey(keyOf(mail!))).toEqual(keys);
});

const whileDown = async (run: () => Promise<unknown>) => {
  await stopServer();
  await run().finally(startServerAgain);
};

test("when the mail server is down for a day, one mail comes, with all that waits then; the tries are farther and farther apart", async () => {
  const shown = addFind("Shown meanwhile");
  const first = addFind("The pier");
  let second = 0;
  await whileDown(async () => {
    const waits = await pass(at(2, 18), at(3, 12));
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 30, 60, 60]);
    expect(readMailState()).toMatchObject({
      to: [ME, YOU],
      at: "19:00",
      error: expect.stringContaining("ECONNREFUSED"),
    });
    expect(readMailState()!.sent_dt).toBeUndefined();
    second = addFind("The lighthouse");
    show(shown);
    await pass(at(3, 12), at(3, 18));
  });
  await pass(at(3, 18), at(4, 18));
  expect(subjects()).toEqual(["2 finds are waiting"]);
  const [mail] = server.mails;
  expect(openReviewKey(keyOf(mail!))).toEqual([first, second]);
  expect(readMailState()).toMatchObject({
    sent_dt: expect.stringMatching(/^2099-11-03T/),
    error: undefined,
  });
});

test("when the mail server is down for a day, no mail comes if nothing waits any more", async () => {
  addFind("The pier");
  await whileDown(() => pass(at(2, 19), at(3, 10)));
  showAll();
  await pass(at(3, 10), at(3, 18));
  addFind("Later");
  await pass(at(3, 18), at(3, 18, 59));
  expect(server.mails).toEqual([]);
});

test("a mail server that refuses one receiver of two has sent it", async () => {
  addFind("The pier");
  refused.set(YOU, 550);
  await pass(at(2, 19), at(2, 23));
  expect(server.mails).toMatchObject([{ receivers: [ME] }]);
});

test("a mail server that refuses both is asked again", async () => {
  addFind("The pier");
  for (const address of [ME, YOU]) refused.set(address, 550);
  await pass(at(2, 19), at(2, 19, 6));
  expect(readColumn("SELECT tries FROM outbox")).toEqual([2]);
  expect(readMailState()!.error).toContain("There is nobody here");
  refused.clear();
  await pass(at(2, 19, 6), at(2, 23));
  expect(server.mails).toHaveLength(1);
});

test("what is left of a site that was killed while it sent is sent by the next start, as the same mail, and both links work", async () => {
  const find = addFind("The pier");
  const id = "finds.2099-11-02";
  const lost = await beginTry(at(2, 19).getTime());
  runSql(
    `INSERT INTO outbox (id, kind, send_after) VALUES ('${id}', 'daily', 0)`,
  );
  await pass(at(2, 19, 1), at(3, 18));
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail!.messageId).toBe(`<${id}@rocks.example.org>`);
  expect(keyOf(mail!)).not.toBe(lost);
  for (const key of [lost, keyOf(mail!)])
    expect(openReviewKey(key)).toEqual([find]);
});

test("a mail that was sent is not sent again while the database can't say so", async () => {
  addFind("The pier");
  const release = () => runSql("DROP TRIGGER IF EXISTS no_note");
  onTestFinished(release);
  runSql(`CREATE TRIGGER no_note BEFORE UPDATE OF sent_dt ON outbox
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await expect(look(at(2, 19))).rejects.toThrow("no room");
  await expect(look(at(2, 19, 1))).rejects.toThrow("no room");
  release();
  await pass(at(2, 19, 2), at(3, 18));
  expect(server.mails).toHaveLength(1);
  expect(readMailState()!.sent_dt).toBe(at(2, 19).toISOString());
});

test("a mail that a wrong clock has dated in the future silences none", async () => {
  addFind("The pier");
  runSql(`INSERT INTO outbox (id, kind, sent_dt)
    VALUES ('finds.2099-12-12', 'daily', '${at(42, 19).toISOString()}')`);
  await pass(at(2, 18), at(2, 20));
  await pass(at(3, 6), at(3, 18));
  expect(server.mails).toHaveLength(1);
});

test("the key of a mail is stored nowhere but as a hash, and forgotten once it has expired", async () => {
  addFind("The pier");
  await look(at(2, 19));
  const key = keyOf(server.mails[0]!);
  const stored = getDb().$client.serialize().toString("latin1");
  expect(stored).toContain("The pier");
  expect(stored).not.toContain(key);
  await look(at(3, 19));
  await look(at(20, 19));
  expect(readRows("SELECT * FROM review_keys")).toHaveLength(1);
});

test("the key of a mail opens the finds of its mail for seven days, and no others", async () => {
  const find = addFind("The pier");
  const key = await beginTry();
  addFind("Later");
  expect(openReviewKey(key)).toEqual([find]);
  for (const wrong of ["", key.slice(1), `${key} `, key.toUpperCase()])
    expect(openReviewKey(wrong)).toBeUndefined();
  const isOver = async (age: number) =>
    openReviewKey(await beginTry(Date.now() - age)) === undefined;
  expect(await isOver(7 * DAY - MINUTE)).toBe(false);
  expect(await isOver(7 * DAY)).toBe(true);
});
