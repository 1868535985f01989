import { beforeEach, expect, test } from "vitest";
import { closeDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { changeBlurs } from "#domain/finds/admin/change-images.server.ts";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import { listJobs } from "#domain/jobs/list-jobs.server.ts";
import { restore as restoreSite } from "#domain/restore/restore.server.ts";
import { restore as restoreFromTrash } from "#domain/trash/trash.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { addFind, emptyOwnStore } from "#tests/setup/own-store.ts";
import { addImage, readColumn, readRows, runSql } from "#tests/setup/rows.ts";

type Box = [number, number, number, number];
const FACE: Box = [0.1, 0.1, 0.2, 0.2];
const OTHER: Box = [0.5, 0.5, 0.2, 0.2];

let find: ReturnType<typeof addFind>;
let folder: string;
beforeEach(async () => {
  emptyOwnStore();
  folder = await makeFolder();
  find = addFind(7);
});

const hide = (...boxes: Box[]) =>
  changeBlurs(find.rps_key, "a", boxes, "admin", () => {});
const backUp = async () => (await makeSnapshot(folder)).path;
/** Restores a backup. @returns how many boxes it kept */
async function restore(made: string) {
  closeDb();
  return (await restoreSite(made, () => {})).boxes_kept;
}
const hidden = () =>
  readColumn("SELECT blurs FROM rock_post_images").map(
    (blurs) => JSON.parse(String(blurs)) as Box[],
  );

test("a restored backup that is older than hidden parts hides them, shows no picture before it is made anew, and its job says how many", async () => {
  const made = await backUp();
  hide(FACE, OTHER);
  expect(await restore(made)).toBe(2);
  expect(hidden()).toEqual([[FACE, OTHER]]);
  expect(readColumn("SELECT ready FROM rock_post_images")).toEqual([0]);
  expect(listJobs().find(({ kind }) => kind === "restore")).toMatchObject({
    state: "succeeded",
    boxes_kept: 2,
  });
});

test("a restored backup of a version without checksums, or one of a find that is in the trash now, hides them too", async () => {
  const sum = "UPDATE rock_post_images SET sha256 = NULL";
  runSql(sum);
  const made = await backUp();
  hide(FACE);
  await deleteFind(find.rps_key);
  expect(await restore(made)).toBe(1);
  expect(hidden()).toEqual([[FACE]]);
});

test("a find in the trash of a restored backup has them when it comes back", async () => {
  const trashKey = (await deleteFind(find.rps_key))!;
  const made = await backUp();
  await restoreFromTrash(trashKey);
  hide(FACE);
  expect(await restore(made)).toBe(1);
  await restoreFromTrash(trashKey);
  expect(hidden()).toEqual([[FACE]]);
});

test("the same original in another find, and the copy whose original has come since, are hidden", async () => {
  const twin = addFind(8, find.bytes);
  const made = await backUp();
  runSql(`DELETE FROM rock_posts WHERE rps_key = ${twin.rps_key}`);
  hide(FACE);
  runSql(
    "UPDATE rock_post_images SET current_name = 'b', earlier_name = 'a', original_file = 'b.jpg', sha256 = 'b'",
  );
  expect(await restore(made)).toBe(1);
  expect(hidden()).toEqual([[FACE], []]);
});

test("of two that differ the later counts: the replaced site's, unless the backup is newer", async () => {
  hide(FACE);
  const older = await backUp();
  hide(OTHER);
  const newer = await backUp();
  expect(await restore(older)).toBe(1);
  expect(hidden()).toEqual([[OTHER]]);
  runSql("DELETE FROM history");
  expect(await restore(newer)).toBe(0);
  hide();
  const without = await backUp();
  expect(await restore(newer)).toBe(0);
  expect(await restore(without)).toBe(0);
  expect(readRows("SELECT blurs FROM rock_post_images")).toEqual([
    { blurs: "[]" },
  ]);
});

test("a new site is restored as the backup is", async () => {
  hide(FACE);
  addImage(find.rps_key, { current_name: "c" });
  const made = await backUp();
  emptyOwnStore();
  expect(await restore(made)).toBe(0);
  expect(hidden()).toEqual([[FACE], []]);
});
