import { describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { HistoryEntry } from "#domain/finds/history-answers.ts";
import {
  asChange,
  asFinder,
  FIND_KEY,
  newFind,
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

/** What was done to a find, oldest first, without the time and the key. */
async function historyOf(find: AdminFind) {
  const { body } = await call<HistoryEntry[]>(`GET ${pathOf(find)}/history`);
  return body.reverse().map(({ by, what, changes }) => ({ by, what, changes }));
}

const sent = { by: "finder", what: "sent", changes: {} };

describe("a find's history", () => {
  test("begins with its sending, also for a find of an earlier version", async () => {
    const find = await newFind();
    const { body } = await call<HistoryEntry[]>(`GET ${pathOf(find)}/history`);
    expect(body).toEqual([{ ...sent, history_key: 0, at: find.create_dt }]);
  });

  test("has what the admin saves, field by field, and apart from that what is shown", async () => {
    const find = await newFind({ name: "Wren" });
    const change = asChange(find, {
      rock_number: 215,
      name: "",
      latitude: 56.2,
      longitude: -2.7,
      show: true,
    });
    for (const _twice of [1, 2])
      expect((await saveFind(find, change)).status).toBe(200);
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
      { by: "admin", what: "shown", changes: {} },
    ]);
  });

  test("has each decision once: shown, hidden, and put aside while hidden", async () => {
    const find = await newFind();
    for (const show of [false, false, true, true, false])
      await call(`POST ${pathOf(find)}/toggle-show`, { show });
    const hidden = { by: "admin", what: "hidden", changes: {} };
    const shown = { by: "admin", what: "shown", changes: {} };
    expect(await historyOf(find)).toEqual([sent, hidden, shown, hidden]);
  });

  test("has its images: added, hidden, shown and deleted", async () => {
    const find = await newFind();
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

  test("has what the finder corrects, and never a key", async () => {
    const find = await newFind({ find_key: FIND_KEY });
    await call(`POST ${pathOf(find)}/toggle-show`, { show: true });
    const corrected = await asFinder(find, {
      intent: "correct",
      rockNumber: "214",
      location: "Crail harbour",
      date: "2026-05-18",
      comment: find.comment,
      name: "",
      email: "wren@example.org",
    });
    expect(corrected.status).toBe(200);
    expect((await historyOf(find)).slice(2)).toEqual([
      {
        by: "finder",
        what: "changed",
        changes: {
          location: [find.location, "Crail harbour"],
          date: ["2026-05-17T00:00:00Z", "2026-05-18T00:00:00Z"],
          email: ["", "wren@example.org"],
        },
      },
      { by: "finder", what: "hidden", changes: {} },
    ]);
    const rows = JSON.stringify(site.query("SELECT * FROM history"));
    expect(rows).not.toContain(FIND_KEY);
    expect(rows).not.toContain("find_key");
  });

  test("has nothing of a save that was refused", async () => {
    const find = await newFind();
    await saveFind(find, asChange(find, { latitude: 91 }));
    const stale = await saveFind(find, asChange(find, { name: "A" }), {
      cookie,
      "If-Match": '"old"',
    });
    expect(stale.status).toBe(409);
    expect(await historyOf(find)).toEqual([sent]);
  });

  test("keeps all that the admin did, and the newest hundred entries of its finder", async () => {
    const find = await newFind({ find_key: FIND_KEY });
    const other = await newFind({ find_key: FIND_KEY });
    const correct = (one: AdminFind, comment: string) =>
      asFinder(one, { intent: "correct", comment });
    await saveFind(find, { name: "Wren", show: false });
    await correct(other, "Once.");
    // A finder may make 20 corrections a day.
    const add = (count: number) =>
      site.alter(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO history (rps_key, by, what) SELECT ${find.rps_key}, 'finder', 'changed' FROM n`,
      );
    add(50);
    await call(`POST ${pathOf(find)}/toggle-show`, { show: false });
    add(58);
    for (const comment of ["109", "110"])
      expect((await correct(find, comment)).status).toBe(200);
    const entries = await historyOf(find);
    const [first, admins, ...more] = entries;
    expect(first).toEqual(sent);
    expect(admins).toMatchObject({
      by: "admin",
      changes: { name: ["", "Wren"] },
    });
    expect(more.filter(({ by }) => by === "admin")).toEqual([
      { by: "admin", what: "hidden", changes: {} },
    ]);
    expect(more.filter(({ by }) => by === "finder")).toHaveLength(100);
    expect(entries.at(-1)!.changes).toEqual({ comment: ["109", "110"] });
    expect(await historyOf(other)).toHaveLength(2);
  });

  test("is gone when its finder deletes the find, and nothing of them is left", async () => {
    const find = await newFind({
      find_key: FIND_KEY,
      name: "Wren of the hill",
    });
    await saveFind(find, asChange(find, { name: "Wren" }));
    expect((await asFinder(find, { intent: "delete" })).status).toBe(200);
    expect((await call(`GET ${pathOf(find)}/history`)).status).toBe(404);
    expect(site.count(`history WHERE rps_key = ${find.rps_key}`)).toBe(0);
  });
});

test("the export has every entry, a line for each field that changed, and no text is a formula", async () => {
  site.alter("DELETE FROM rock_posts; DELETE FROM history");
  const find = await newFind();
  await saveFind(
    find,
    asChange(find, { comment: "=1+1", name: "Wren", show: true }),
  );
  const csv = await (await send("GET /api/export/history.csv")).text();
  const lines = csv.replace("\ufeff", "").trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "rock_number,uuid,at,by,what,field,before,after,latitude,longitude,precision",
  );
  expect(
    lines.slice(1).map((line) => line.split(",").slice(3, 8).join(",")),
  ).toEqual([
    "finder,sent,,,",
    `admin,changed,comment,${find.comment},'=1+1`,
    "admin,changed,name,,Wren",
    "admin,shown,,,",
  ]);
  const map = (await (
    await send("GET /api/export/history.geojson")
  ).json()) as { features: { properties: object }[] };
  expect(map.features.map(({ properties }) => properties)[1]).toMatchObject({
    uuid: find.uuid,
    by: "admin",
    field: "comment",
    before: find.comment,
    after: "=1+1",
  });
});
