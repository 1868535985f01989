import { beforeAll, expect, test, vi } from "vitest";
import { stopFollowing } from "#domain/follow/followers.server.ts";
import { sendNext } from "#domain/outbox.server.ts";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import { restore } from "#domain/trash/trash.server.ts";
import { emptyOwnStore } from "#tests/setup/own-store.ts";
import { keyIn } from "#tests/setup/processes/mail-server.ts";
import { readColumn, runSql } from "#tests/setup/rows.ts";
import { until } from "#tests/setup/until.ts";
import {
  addFind,
  DAY,
  follow,
  followers,
  hooks,
  HOUR,
  jump,
  ME,
  MINUTE,
  pass,
  server,
  show,
  toldOf,
  useMailServer,
  YOU,
} from "../mailbox.ts";

useMailServer();
beforeAll(emptyOwnStore);

test("a find that is shown is told to each follower once, five minutes later, and to nobody who confirms later", async () => {
  await follow(ME);
  await follow(YOU);
  await follow("other@example.org", 18);
  addFind({ show: true });
  await follow("late@example.org");
  await pass(4 * MINUTE);
  expect(toldOf(ME)).toEqual([]);
  await pass(2 * MINUTE);
  for (const address of [ME, YOU])
    expect(toldOf(address)).toEqual([["The pier"]]);
  await pass(3 * DAY);
  expect(toldOf(ME)).toHaveLength(1);
  for (const address of ["other@example.org", "late@example.org"])
    expect(toldOf(address)).toEqual([]);
});

test("a find that is shown is not told to its own finder, by the find's key or the address, however that is written", async () => {
  const written = ["Zoé@BÜCHER.example", "zoe\u0301@xn--bcher-kva.example"];
  for (const address of [...written, "ME@Example.org."])
    addFind({ email: address, location: address });
  await follow("zoé@bücher.example");
  await follow(ME);
  await follow(YOU);
  runSql(`
    UPDATE followers SET own_finds = (SELECT json_group_array(uuid) FROM rock_posts) WHERE address = '${YOU}';
    UPDATE rock_posts SET show = 1`);
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([written]);
  expect(toldOf("zoé@bücher.example")).toEqual([["ME@Example.org."]]);
  expect(toldOf(YOU)).toEqual([]);
  addFind({ show: true, location: "The harbour" });
  await pass(HOUR);
  for (const address of [ME, YOU])
    expect(toldOf(address).at(-1)).toEqual(["The harbour"]);
});

test("a find that is shown is not told if it is hidden again within five minutes, but when it is shown after that", async () => {
  await follow(ME);
  const find = addFind({ show: true });
  await pass(3 * MINUTE);
  show(find, false);
  await pass(DAY);
  expect(toldOf(ME)).toEqual([]);
  show(find);
  await pass(4 * MINUTE);
  expect(toldOf(ME)).toEqual([]);
  await pass(2 * MINUTE);
  expect(toldOf(ME)).toHaveLength(1);
  show(find, false);
  await pass(HOUR);
  show(find);
  await pass(HOUR);
  expect(toldOf(ME)).toHaveLength(1);
});

test("a find that is shown comes in one mail with those that follow within five minutes, and an hour after the last mail", async () => {
  await follow(ME);
  addFind({ show: true, location: "One" });
  await pass(3 * MINUTE);
  addFind({ show: true, location: "Two" });
  await pass(6 * MINUTE);
  expect(toldOf(ME)).toEqual([["One", "Two"]]);
  addFind({ show: true, location: "Three" });
  await pass(30 * MINUTE);
  addFind({ show: true, location: "Four" });
  await pass(25 * MINUTE);
  expect(toldOf(ME)).toHaveLength(1);
  await pass(10 * MINUTE);
  expect(toldOf(ME).slice(1)).toEqual([["Three", "Four"]]);
});

test("a find that is shown is no news when it comes back from the trash", async () => {
  const yesterday = new Date(Date.now() - 2 * DAY).toISOString();
  const old = addFind({ show: true, create_dt: yesterday });
  await follow(ME);
  const find = addFind({ show: true });
  await pass(HOUR);
  expect(toldOf(ME)).toHaveLength(1);
  for (const key of [old, find]) await restore((await deleteFind(key))!);
  await pass(HOUR);
  expect(toldOf(ME)).toHaveLength(1);
});

test("a find that is shown is forgotten once it is deleted for good", async () => {
  await follow(ME);
  const find = addFind({ show: true });
  await pass(HOUR);
  const left = () =>
    readColumn("SELECT 'news' FROM news UNION SELECT 'told' FROM told");
  await deleteFind(find);
  expect(left()).toEqual(["news", "told"]);
  runSql("DELETE FROM trash");
  expect(left()).toEqual([]);
});

type Change = (of: { key: string; find: number }) => unknown;

test.each<[string, string[], Change]>([
  ["its receiver can stop", [ME, YOU], ({ key }) => stopFollowing(key)],
  [
    "its find can be removed for good",
    [ME],
    async ({ find }) => {
      await deleteFind(find);
      runSql("DELETE FROM trash");
    },
  ],
])("while a mail is on its way, %s, and others go on", async (_, told, run) => {
  const key = await follow(ME);
  await follow(YOU);
  const find = addFind({ show: true });
  await pass(4 * MINUTE);
  hooks.beforeTaking = async () => {
    hooks.beforeTaking = undefined;
    await run({ key, find });
  };
  await pass(HOUR);
  for (const address of [ME, YOU])
    expect(toldOf(address)).toHaveLength(told.includes(address) ? 1 : 0);
  await follow("last@example.org");
});

test.each<[string, number, Change]>([
  ["its receiver stops", 50, ({ key }) => stopFollowing(key)],
  ["its find is hidden", 51, ({ find }) => show(find, false)],
])("no mail is sent if %s while it is written", async (_, latitude, change) => {
  const key = await follow(ME);
  // So that a map has to be drawn, which takes a while.
  const find = addFind({ show: true, latitude, longitude: 1 });
  await pass(4 * MINUTE);
  vi.advanceTimersByTime(2 * MINUTE);
  const sending = sendNext();
  await until(() => readColumn("SELECT id FROM outbox").length > 0);
  change({ key, find });
  await sending;
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([]);
});

test("each mail has a key of its own, and the keys of earlier mails stop the mails too", async () => {
  await follow(ME);
  addFind({ show: true });
  await pass(HOUR);
  const [first, second] = server.mails.map(keyIn);
  expect(second).not.toBe(first);
  stopFollowing(first!);
  expect(followers()).toEqual([]);
  expect(readColumn("SELECT 1 FROM follower_keys")).toEqual([]);
});

test("a clock that jumps by forty days, in either direction, tells nobody too early or too late", async () => {
  await follow(ME);
  for (const [by, place] of [
    [40 * DAY, "One"],
    [-40 * DAY, "Two"],
  ] as const) {
    await pass(2 * HOUR);
    addFind({ show: true, location: place });
    await pass(3 * MINUTE);
    const before = toldOf(ME).length;
    jump(by);
    await pass(MINUTE);
    expect(toldOf(ME)).toHaveLength(before);
    await pass(2 * MINUTE);
    expect(toldOf(ME).at(-1)).toEqual([place]);
  }
});
