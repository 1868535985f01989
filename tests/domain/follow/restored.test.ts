import { expect, test } from "vitest";
import { closeDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { readFollow, stopFollowing } from "#domain/follow/followers.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { openReviewKey } from "#domain/review/scope.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { makeOldDatabase } from "#tests/setup/old-database.ts";
import { keyIn, mailsTo } from "#tests/setup/processes/mail-server.ts";
import * as store from "#tests/setup/own-store.ts";
import { readRows, runSql } from "#tests/setup/rows.ts";
import {
  addFind,
  follow,
  followers,
  HOUR,
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

/** Begins with an empty site that one address follows. @returns what makes a backup */
async function begin() {
  store.emptyOwnStore();
  await follow(ME);
  return async () => (await makeSnapshot(await makeFolder())).path;
}

/** Followers, finds to be told and descriptions of pictures. */
const readAll = () =>
  [
    "SELECT * FROM followers",
    "SELECT * FROM follower_keys",
    "SELECT * FROM news",
    "SELECT description, sha256 FROM rock_post_images",
  ].map(readRows);

async function goBack(place: string) {
  closeDb();
  await restore(place, () => {});
}

test("a restored backup tells nobody again, and brings nobody back who has stopped since", async () => {
  const backUp = await begin();
  const key = await follow(YOU);
  const waiting = addFind({ location: "Shown later" });
  addFind({ show: true, location: "Shown before" });
  await pass(MINUTE);
  const made = await backUp();
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
  expect(toldOf(YOU)).toEqual(told);
  expect(followers()).toEqual([ME]);
});

test("mails that were sent since a backup was made can still be stopped after its restore", async () => {
  const backUp = await begin();
  const made = await backUp();
  addFind({ show: true });
  await pass(HOUR);
  const key = keyIn(mailsTo(server, ME).at(-1)!);
  await goBack(made);
  stopFollowing(key);
  expect(followers()).toEqual([]);
});

test("a backup keeps followers, descriptions and what is still to be told, which is told once after a restore", async () => {
  const backUp = await begin();
  store.addFind(17);
  runSql(`UPDATE rock_post_images SET description = 'A blue stone';
          UPDATE rock_posts SET show = 1`);
  await pass(MINUTE);
  const made = await backUp();
  const before = readAll();

  await goBack(made);
  expect(readAll()).toEqual(before);
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([["Harbour wall"]]);
  await goBack(made);
  await pass(HOUR);
  expect(toldOf(ME)).toHaveLength(1);
});

test("a backup tells nobody what it had to tell if the site's own database is lost", async () => {
  const backUp = await begin();
  addFind({ show: true });
  await pass(MINUTE);
  const made = await backUp();
  await pass(HOUR);
  store.emptyOwnStore();
  await goBack(made);
  addFind({ show: true, location: "New" });
  await pass(HOUR);
  expect(toldOf(ME)).toEqual([["The pier"], ["New"]]);
});

/** The last migration of the version before the outbox. */
const LAST = 17;

const uuidOf = (n: number) => `${n}0000000-0000-4000-8000-000000000000`;
const follower = (n: number, address: string, asks: string | null = null) =>
  `(${n}, 'id-${n}', 17, '${address}', ${Number(asks === null)}, ${asks && `'${asks}'`}, ${asks && "'2099-01-01'"})`;

/** Find 1 was told to all; find 2 to `told`, perhaps to `open`, and not to `due`; `asked` has to be asked. */
const OLD = `
  INSERT INTO rock_posts (rps_key, uuid, rock_number, location, date, comment, show)
  VALUES (1, '${uuidOf(1)}', 17, 'First', '2026-05-17T00:00:00Z', 'x', 1), (2, '${uuidOf(2)}', 17, 'Second', '2026-05-18T00:00:00Z', 'x', 1);
  INSERT INTO news (news_key, uuid, rock_number, state, shown_dt)
  VALUES (1, '${uuidOf(1)}', 17, 'over', '2026-05-17T00:00:00.000Z'), (2, '${uuidOf(2)}', 17, 'due', '2026-05-18T00:00:00.000Z');
  INSERT INTO followers (flw_key, id, rock_number, address, confirmed, asks, expires_dt)
  VALUES ${follower(1, "told@example.org")}, ${follower(2, "open@example.org")}, ${follower(3, "due@example.org")}, ${follower(4, "asked@example.org", "ask")};
  INSERT INTO told (flw_key, news_key, mail_id, state)
  VALUES (1, 1, 'a', 'sent'), (2, 1, 'b', 'sent'), (3, 1, 'c', 'given-up'), (1, 2, 'd', 'sent'), (2, 2, 'e', 'open');
  INSERT INTO follower_keys VALUES ('${hashOf("stops")}', 1);
  INSERT INTO digests (digest_key, day, key_hash, expires_dt, sent_dt, error)
  VALUES (1, '2026-05-17', '${hashOf("first")}', '2099-01-01', NULL, 'Nobody is here'), (2, '2026-05-17', '${hashOf("second")}', '2099-01-01', '2026-05-17T19:00:00.000Z', NULL);
  INSERT INTO digest_finds VALUES (1, 1), (2, 2), (2, 1);`;

test("an update tells who was not told yet, asks who was to be asked, and keeps every key and mail", async () => {
  makeOldDatabase(LAST, OLD);
  await pass(HOUR);
  expect(toldOf("told@example.org")).toEqual([]);
  for (const address of ["open@example.org", "due@example.org"])
    expect(toldOf(address)).toEqual([["Second"]]);
  const idOf = (address: string) => mailsTo(server, address)[0]!.messageId;
  expect(idOf("open@example.org")).toBe("<e@rocks.example.org>");
  expect(idOf("asked@example.org")).toBe("<ask@rocks.example.org>");
  expect(server.mails).toHaveLength(3);
  expect(readFollow("stops")).toMatchObject({ state: "confirmed" });
  expect(openReviewKey("first")).toEqual([1]);
  expect(openReviewKey("second")).toEqual([1, 2]);
  const sent_dt = "2026-05-17T19:00:00.000Z";
  expect(readRows("SELECT id, send_after, sent_dt FROM outbox")).toEqual([
    { id: "finds.2026-05-17", send_after: null, sent_dt },
  ]);
});
