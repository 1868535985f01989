import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { stopFollowing } from "#domain/follow/followers.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { emptyOwnStore } from "#tests/setup/own-store.ts";
import {
  addFind,
  follow,
  HOUR,
  MINUTE,
  pass,
  show,
  toldOf,
  useMailServer,
} from "./mailbox.ts";

useMailServer();
const ME = "me@example.org";

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
