import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { stopFollowing } from "#domain/follow/followers.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { keyIn, mailsTo } from "#tests/setup/processes/mail-server.ts";
import {
  addFind as addPicture,
  emptyOwnStore,
} from "#tests/setup/own-store.ts";
import {
  addFind,
  follow,
  HOUR,
  MINUTE,
  pass,
  server,
  show,
  toldOf,
  useMailServer,
} from "./mailbox.ts";

useMailServer();
const ME = "me@example.org";

/** Followers, finds to be told and descriptions of pictures. */
const readRows = () => [
  getDb().all(sql`SELECT * FROM followers`),
  getDb().all(sql`SELECT * FROM follower_keys`),
  getDb().all(sql`SELECT * FROM news`),
  getDb().all(sql`SELECT description, sha256 FROM rock_post_images`),
];

async function goBack(place: string) {
  closeDb();
  await restore(place, () => {});
}

test("a restored backup tells nobody again, and brings nobody back who has stopped since", async () => {
  emptyOwnStore();
  await follow(ME);
  const key = await follow("you@example.org");
  const waiting = addFind({ location: "Shown later" });
  addFind({ show: true, location: "Shown before" });
  await pass(MINUTE);
  const { path: made } = await makeSnapshot(await makeFolder());
  await pass(HOUR);
  show(waiting);
  await pass(HOUR);
  const told = [["Shown before"], ["Shown later"]];
  expect(toldOf(ME)).toEqual(told);
  stopFollowing(key);

  await goBack(made);
  await pass(HOUR);
  show(waiting);
  addFind({ show: true, location: "New" });
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([...told, ["New"]]);
  expect(toldOf("you@example.org")).toEqual(told);
  expect(getDb().all(sql`SELECT address FROM followers`)).toEqual([
    { address: ME },
  ]);
});

test("mails that were sent since a backup was made can still be stopped after its restore", async () => {
  emptyOwnStore();
  await follow(ME);
  const { path: made } = await makeSnapshot(await makeFolder());
  addFind({ show: true });
  await pass(HOUR);
  const key = keyIn(mailsTo(server, ME).at(-1)!);
  await goBack(made);
  stopFollowing(key);
  expect(getDb().all(sql`SELECT address FROM followers`)).toEqual([]);
});

test("a backup keeps followers, descriptions and what is still to be told, which is told once after a restore", async () => {
  emptyOwnStore();
  await follow(ME);
  addPicture(17);
  getDb().run(sql`UPDATE rock_post_images SET description = 'A blue stone'`);
  getDb().run(sql`UPDATE rock_posts SET show = 1`);
  await pass(MINUTE);
  const { path: made } = await makeSnapshot(await makeFolder());
  const before = readRows();

  await goBack(made);
  expect(readRows()).toEqual(before);
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([["Harbour wall"]]);
  await goBack(made);
  await pass(HOUR);
  expect(toldOf(ME)).toHaveLength(1);
});

test("a backup tells nobody what it had to tell if the site's own database is lost", async () => {
  emptyOwnStore();
  await follow(ME);
  addFind({ show: true });
  await pass(MINUTE);
  const { path: made } = await makeSnapshot(await makeFolder());
  await pass(HOUR);
  emptyOwnStore();
  await goBack(made);
  addFind({ show: true, location: "New" });
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([["The pier"], ["New"]]);
});
