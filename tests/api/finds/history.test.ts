import { beforeEach, describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import { addPost, uuidOf } from "#tests/setup/calls/rocks.ts";
import {
  asChange,
  asFinder,
  asOf,
  historyOf,
  newFind,
  readFind,
  saveFind,
  showFind,
} from "#tests/setup/calls/find-calls.ts";
import { findForm, ownFields } from "#tests/setup/calls/site-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import {
  call,
  send,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const pathOf = ({ rps_key }: AdminFind) => `/api/journey-admin/${rps_key}`;

/** What was done to a find, oldest first, without the time and the key. */
const storyOf = async (find: AdminFind) =>
  (await historyOf(find))
    .reverse()
    .map(({ by, what, changes }) => ({ by, what, changes }));

const entry = (by: string, what: string, changes: object = {}) => ({
  by,
  what,
  changes,
});
const sent = entry("finder", "sent");
const hidden = entry("admin", "hidden");
const shown = entry("admin", "shown");

describe("a find's history", () => {
  let find: AdminFind;
  beforeEach(async () => {
    const key = addPost(site, { location: "Pier", name: "Wren", show: false });
    find = await readFind(uuidOf(site, key));
  });

  test("begins with its sending, also for a find of an earlier version, and has nothing of a save that was refused", async () => {
    await saveFind(find, asChange(find, { latitude: 91 }));
    const stale = await saveFind(find, { name: "A" }, asOf("old"));
    expect(stale.status).toBe(409);
    const first = { ...sent, history_key: 0, at: find.create_dt };
    expect(await historyOf(find)).toEqual([first]);
  });

  test("has what the admin saves, field by field, and apart from that each decision once", async () => {
    const place = { latitude: 56.2, longitude: -2.7 };
    const change = { ...place, rock_number: 215, name: "", show: true };
    for (const _twice of [1, 2]) await saveFind(find, asChange(find, change));
    for (const show of [false, false, true, true, false])
      await showFind(find, show);
    const changes = {
      rock_number: [214, 215],
      name: ["Wren", ""],
      latitude: [null, 56.2],
      longitude: [null, -2.7],
    };
    expect(await storyOf(find)).toEqual([
      sent,
      entry("admin", "changed", changes),
      ...[shown, hidden, shown, hidden],
    ]);
  });

  test("has its images: added, hidden, shown and deleted", async () => {
    const added = await call<{ rpi_key: number }>(
      `POST ${pathOf(find)}/images`,
      await findForm({}, ["plain.png"], "image"),
    );
    await site.untilIdle();
    const image = `/api/journey-admin/images/${added.body.rpi_key}`;
    for (const show of [false, false, true])
      await call(`POST ${image}/toggle-show`, { show });
    expectSums("rock_post_images");
    expect(await statusOf(`DELETE ${image}`)).toBe(204);
    expect(await storyOf(find)).toEqual([
      sent,
      ...["added", "hidden", "shown", "deleted"].map((done) => {
        const name = [null, "plain.png"];
        const comes = ["added", "shown"].includes(done);
        const image = comes ? name : name.toReversed();
        return entry("admin", `image-${done}`, { image });
      }),
    ]);
  });

  test("is exported with every entry, a line for each field that changed", async () => {
    await saveFind(find, { comment: "=1+1", name: "Bo", show: true });
    const csv = await (await send("GET /api/export/history.csv")).text();
    const lines = csv.replace("\ufeff", "").trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "rock_number,uuid,at,by,what,field,before,after,latitude,longitude,precision",
    );
    const own = lines.filter((line) => line.includes(find.uuid));
    expect(own.map((line) => line.split(",").slice(3, 8).join(","))).toEqual([
      "finder,sent,,,",
      `admin,changed,comment,${find.comment},'=1+1`,
      "admin,changed,name,Wren,Bo",
      "admin,shown,,,",
    ]);
  });
});

test("what a finder corrects is in the history without a key, the newest hundred entries beside all of the admin's, until its finder deletes the find", async () => {
  const find = await newFind(ownFields);
  await showFind(find, true);
  const correct = (fields: Record<string, string>) =>
    asFinder(find, { intent: "correct", ...fields });
  await correct({ location: "Crail harbour", email: "wren@example.org" });
  expect(await storyOf(find)).toEqual([
    sent,
    shown,
    entry("finder", "changed", {
      location: [find.location, "Crail harbour"],
      email: ["", "wren@example.org"],
    }),
    entry("finder", "hidden"),
  ]);
  expect(JSON.stringify(site.query("SELECT * FROM history"))).not.toMatch(
    new RegExp(`${ownFields.find_key}|find_key`),
  );
  // A finder may make 20 corrections a day.
  site.alter(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 108)
     INSERT INTO history (rps_key, by, what) SELECT ${find.rps_key}, 'finder', 'changed' FROM n`,
  );
  for (const comment of ["109", "110"]) await correct({ comment });
  const story = await storyOf(find);
  expect(story.slice(0, 2)).toEqual([sent, shown]);
  expect(story.slice(1).filter(({ by }) => by === "finder")).toHaveLength(100);
  expect(story.at(-1)!.changes).toEqual({ comment: ["109", "110"] });

  await asFinder(find, { intent: "delete" });
  expect(await statusOf(`GET ${pathOf(find)}/history`)).toBe(404);
  expect(site.count(`history WHERE rps_key = ${find.rps_key}`)).toBe(0);
});
