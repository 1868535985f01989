import { beforeEach, describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { HistoryEntry } from "#domain/finds/history-answers.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import {
  asChange,
  asFinder,
  FIND_KEY,
  newFind,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import {
  call,
  cookie,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const pathOf = ({ rps_key }: AdminFind) => `/api/journey-admin/${rps_key}`;
const toggle = (find: AdminFind, show: boolean) =>
  call(`POST ${pathOf(find)}/toggle-show`, { show });

/** What was done to a find, oldest first, without the time and the key. */
async function historyOf(find: AdminFind) {
  const { body } = await call<HistoryEntry[]>(`GET ${pathOf(find)}/history`);
  return body.reverse().map(({ by, what, changes }) => ({ by, what, changes }));
}

const sent = { by: "finder", what: "sent", changes: {} };
const hidden = { by: "admin", what: "hidden", changes: {} };
const shown = { by: "admin", what: "shown", changes: {} };

describe("a find's history", () => {
  let find: AdminFind;
  beforeEach(async () => {
    const key = addPost(site, { location: "Pier", name: "Wren", show: false });
    const [row] = site.query<{ uuid: string }>(
      `SELECT uuid FROM rock_posts WHERE rps_key = ${key}`,
    );
    find = await readFind(row!.uuid);
  });

  test("begins with its sending, also for a find of an earlier version, and has nothing of a save that was refused", async () => {
    await saveFind(find, asChange(find, { latitude: 91 }));
    const stale = { cookie, "If-Match": '"old"' };
    const refused = await saveFind(find, asChange(find, { name: "A" }), stale);
    expect(refused.status).toBe(409);
    const { body } = await call<HistoryEntry[]>(`GET ${pathOf(find)}/history`);
    expect(body).toEqual([{ ...sent, history_key: 0, at: find.create_dt }]);
  });

  test("has what the admin saves, field by field, and apart from that each decision once", async () => {
    const change = asChange(find, {
      rock_number: 215,
      name: "",
      latitude: 56.2,
      longitude: -2.7,
      show: true,
    });
    for (const _twice of [1, 2])
      expect((await saveFind(find, change)).status).toBe(200);
    for (const show of [false, false, true, true, false])
      await toggle(find, show);
    expect(await historyOf(find)).toEqual([
      sent,
      {
        by: "admin",
        what: "changed",
        changes: {
          rock_number: [214, 215],
          name: ["Wren", ""],
          latitude: [null, 56.2],
          longitude: [null, -2.7],
        },
      },
      shown,
      hidden,
      shown,
      hidden,
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
    expect((await send(`DELETE ${image}`)).status).toBe(204);
    expect(await historyOf(find)).toEqual([
      sent,
      ...["added", "hidden", "shown", "deleted"].map((done) => ({
        by: "admin",
        what: `image-${done}`,
        changes: {
          image: ["added", "shown"].includes(done)
            ? [null, "plain.png"]
            : ["plain.png", null],
        },
      })),
    ]);
  });

  test("is exported with every entry, a line for each field that changed, and no text is a formula", async () => {
    site.alter(`DELETE FROM rock_posts WHERE rps_key <> ${find.rps_key}`);
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
    const answer = await send("GET /api/export/history.geojson");
    const { features } = (await answer.json()) as {
      features: { properties: object }[];
    };
    expect(features.map(({ properties }) => properties)).toContainEqual(
      expect.objectContaining({
        uuid: find.uuid,
        by: "admin",
        field: "comment",
        before: find.comment,
        after: "=1+1",
      }),
    );
  });
});

test("what a finder corrects is in the history without a key, the newest hundred entries beside all of the admin's, until its finder deletes the find", async () => {
  const find = await newFind({ find_key: FIND_KEY });
  await toggle(find, true);
  const correct = (fields: Record<string, string>) =>
    asFinder(find, { intent: "correct", ...fields });
  await correct({ location: "Crail harbour", email: "wren@example.org" });
  const begin = await historyOf(find);
  expect(begin).toEqual([
    sent,
    shown,
    {
      by: "finder",
      what: "changed",
      changes: {
        location: [find.location, "Crail harbour"],
        email: ["", "wren@example.org"],
      },
    },
    { by: "finder", what: "hidden", changes: {} },
  ]);
  expect(JSON.stringify(site.query("SELECT * FROM history"))).not.toMatch(
    new RegExp(`${FIND_KEY}|find_key`),
  );
  // A finder may make 20 corrections a day.
  site.alter(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 108)
     INSERT INTO history (rps_key, by, what) SELECT ${find.rps_key}, 'finder', 'changed' FROM n`,
  );
  for (const comment of ["109", "110"])
    expect((await correct({ comment })).status).toBe(200);
  const entries = await historyOf(find);
  expect(entries.slice(0, 2)).toEqual([sent, shown]);
  expect(entries.slice(1).filter(({ by }) => by === "finder")).toHaveLength(
    100,
  );
  expect(entries.at(-1)!.changes).toEqual({ comment: ["109", "110"] });

  expect((await asFinder(find, { intent: "delete" })).status).toBe(200);
  expect((await call(`GET ${pathOf(find)}/history`)).status).toBe(404);
  expect(site.count(`history WHERE rps_key = ${find.rps_key}`)).toBe(0);
});
