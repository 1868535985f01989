import Database from "better-sqlite3";
import { getViewConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { closeDb } from "#db/client.server.ts";
import { publicFinds, publicImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import {
  publicDataVersion,
  type DataGroup,
} from "#domain/site/public-data.server.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  addAlbum,
  addFind,
  addImage,
  addPhoto,
  addRock,
  readColumn,
  readRows,
  runSql,
} from "#tests/setup/rows.ts";

const GROUPS: DataGroup[] = ["finds", "rocks", "albums", "texts"];
const shown = addFind({ show: true }).rps_key;
const hidden = addFind().rps_key;
for (const find of [shown, hidden]) addImage(find);
addImage(addFind({ show: true }).rps_key);

/** Runs it, and lists the groups of public data whose version has changed. */
function changedBy(run: () => unknown) {
  const versions = () => [
    publicDataVersion(),
    ...GROUPS.map((group) => publicDataVersion([group])),
  ];
  const [all, ...before] = versions();
  run();
  const [allAfter, ...after] = versions();
  const changed = GROUPS.filter((_, at) => after[at] !== before[at]);
  expect(allAfter !== all).toBe(changed.length > 0);
  return changed;
}

const ofShown = `WHERE rps_key = ${shown}`;
const changeByOther = () => {
  const other = new Database(getSettings().DATABASE_PATH);
  other.exec("UPDATE users SET relation = 'Friend'");
  other.close();
};

/** SQL or a function, and the groups that it changes. */
test.each<[string | (() => unknown), groups: string]>([
  ["SELECT 1", ""],
  [() => addFind({ show: true }), "finds"],
  [`UPDATE rock_posts SET comment = 'Another.' ${ofShown}`, "finds"],
  [() => addImage(shown), "finds"],
  [`UPDATE rock_post_images SET ready = 1 ${ofShown}`, "finds"],
  [`UPDATE rock_posts SET show = 0 ${ofShown}`, "finds"],
  [`UPDATE rock_posts SET show = 1 ${ofShown}`, "finds"],
  [`DELETE FROM rock_posts ${ofShown}`, "finds"],
  [() => addRock(7), "rocks"],
  ["UPDATE rocks SET ready = 1", "rocks"],
  ["INSERT INTO users (display_name) VALUES ('Class 4b')", "rocks"],
  ["UPDATE users SET relation = 'School'", "rocks"],
  [() => addAlbum("sea"), "albums"],
  ["UPDATE albums SET order_num = 7", "albums"],
  [() => addPhoto(1), "albums"],
  ["UPDATE photos SET show = 0", "albums"],
  ["INSERT INTO site_texts VALUES ('site_name', 'Pebbles')", "texts"],
  [changeByOther, "finds rocks albums texts"],
  [() => closeDb(), "finds rocks albums texts"],
  // What nobody sees.
  [() => addImage(addFind().rps_key), ""],
  [`UPDATE rock_post_images SET ready = 1 WHERE rps_key = ${hidden}`, ""],
  [() => write((tx) => refreshRocks(tx, [7])), ""],
  ["UPDATE rock_post_images SET sha256 = 'ab'", ""],
  ["UPDATE rocks SET sha256 = 'ab'", ""],
  ["UPDATE photos SET sha256 = 'ab'", ""],
  [
    `INSERT INTO rock_counts (day, rock_qr_number, page, device, address_prefix)
     VALUES ('2026-05-17', '7', '/', 'phone', '')`,
    "",
  ],
])(
  "%s changes the version of the public data of %j alone",
  (change, groups) => {
    const run = typeof change === "string" ? () => runSql(change) : change;
    expect(changedBy(run).join(" ")).toBe(groups);
  },
);

test("the version of the public data changes when the transaction that changes it is over, and of several groups when one of them does", () => {
  const version = () => publicDataVersion(["finds", "texts"]);
  const before = version();
  write(() => [1, 2].forEach(() => addFind({ show: true })));
  const after = version();
  expect(after).not.toBe(before);
  expect(version()).toBe(after);
  runSql("UPDATE site_texts SET value = 'Rocks again'");
  expect(version()).not.toBe(after);
});

test("the public views have what is shown, ready, there and of something shown, in order", () => {
  runSql("DELETE FROM rock_posts; DELETE FROM albums");
  for (const of of ["shown", "hidden"]) {
    const { rps_key } = addFind({ show: of === "shown" });
    const { pa_key } = addAlbum(of, { show: of === "shown" });
    for (const [state, values] of [
      ["hidden", { show: false }],
      ["not-ready", { ready: false }],
      ["first", {}],
      ["again", {}],
    ] as const) {
      const name = `${of}-${state}`;
      addImage(rps_key, { current_name: name, ready: true, ...values });
      const photo = { name, original_file: name, ready: true };
      addPhoto(pa_key, { ...photo, ...values });
    }
    const gone = { name: "gone", original_file: "gone", ready: true };
    addPhoto(pa_key, { ...gone, missing: true });
  }
  expect(readColumn("SELECT imagenames FROM public_finds")).toEqual([
    '["shown-first","shown-again"]',
  ]);
  const both = ["shown-again", "shown-first"];
  const sorted = (name: string, view: string) =>
    readColumn(`SELECT ${name} FROM ${view} ORDER BY ${name}`);
  expect(sorted("current_name", "public_images")).toEqual(both);
  expect(sorted("name", "public_photos")).toEqual(both);
  expect(readRows("SELECT * FROM public_albums")).toMatchObject([
    { name: "shown", count: 2, first_image_name: "shown-first" },
  ]);
});

test("the public views have nothing of what only the admin and the finder may know", () => {
  const columns = [publicFinds, publicImages].flatMap((view) =>
    Object.keys(getViewConfig(view).selectedFields),
  );
  for (const name of [
    ...["name", "email", "submission_id", "suggestion", "find_key_hash"],
  ])
    expect(columns).not.toContain(name);
});
