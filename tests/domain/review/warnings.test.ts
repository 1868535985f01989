import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import type { ReviewWarning } from "#domain/review/answers.ts";
import { readReviewFind } from "#domain/review/read-review.server.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import type { ReviewScope } from "#domain/review/scope.server.ts";
import { emptyOwnStore } from "#tests/setup/own-store.ts";
import * as rows from "#tests/setup/rows.ts";

beforeEach(emptyOwnStore);

const ADMIN = { by: "admin" } as const;
const LUSS = { latitude: 56.1, longitude: -4.64 };
const SYDNEY = { latitude: -33.87, longitude: 151.21 };

type NewFind = Partial<typeof rockPosts.$inferInsert>;
const addFind = (find: NewFind = {}) =>
  rows.addFind({ rock_number: 214, location: "Luss, Scotland", ...find });
const addRocks = (...numbers: number[]) =>
  numbers.forEach((number) => rows.addRock(number));

const warningsOf = async ({ uuid }: { uuid: string }, scope: ReviewScope) =>
  (await readReviewFind(scope, uuid))!.warnings;
const warn = (find?: NewFind) => warningsOf(addFind(find), ADMIN);
const number = (more: object): ReviewWarning[] => [
  { kind: "number", in_catalogue: false, code: null, near: null, ...more },
];

test("a number is warned of if it isn't in the catalogue, or the code says another one", async () => {
  addRocks(250, 251);
  for (const [rock_number, rock_number_qr, warnings] of [
    [250, 250, []],
    // A finder who couldn't read the number has said so.
    [0, null, []],
    [2500, null, number({})],
    [2500, 250, number({ code: 250 })],
    [0, 250, number({ code: 250 })],
    [251, 250, number({ in_catalogue: true, code: 250 })],
  ] as const)
    expect(await warn({ rock_number, rock_number_qr })).toEqual(warnings);
});

test("another number is offered only if a rock of almost this number was last found here", async () => {
  addRocks(250, 9500, 31);
  addFind({ rock_number: 250, ...LUSS, show: true });
  addFind({ rock_number: 9500, ...SYDNEY, show: true });
  write((tx) => refreshRocks(tx, [250, 9500]));
  const near = { rock_number: 250, distance_km: 11 };
  const at = (latitude: number, longitude: number, rock_number = 2500) =>
    warn({ rock_number, latitude, longitude, location: "On a wall" });
  expect(await at(56.2, -4.64)).toEqual(number({ near }));
  expect(await at(51.5, -0.1)).toEqual(number({}));
  expect(await at(LUSS.latitude, LUSS.longitude, 7777)).toEqual(number({}));
});

test("a picture is warned of that an earlier find came with, if no camera clock says that it is another one", async () => {
  addRocks(31, 32);
  const send = (rock_number: number, prints: string[], taken_dt?: string) => {
    const find = addFind({ rock_number, name: "Ann" });
    for (const fingerprint of prints)
      rows.addImage(find.rps_key, { fingerprint, taken_dt, ready: true });
    return find;
  };
  const [PRINT, OTHER] = ["0f1e2d3c4b5a6978", "f0e12d3cb4a56978"];
  const earlier = send(31, [PRINT], "2026-05-17T12:00:00");
  const known = send(32, [OTHER, PRINT]);
  expect(await warningsOf(earlier, ADMIN)).toEqual([]);
  const { location } = earlier;
  const named = { rock_number: 31, location, date: "2026-05-17", name: "Ann" };
  expect(await warningsOf(known, ADMIN)).toMatchObject([
    { kind: "same-picture", earlier: { ...named, show: false } },
  ]);
  const twice = send(32, ["00ff00ff0f0f3333", "00ff00ff0f0f3333"]);
  expect(await warningsOf(twice, ADMIN)).toEqual([]);
  const later = send(32, [PRINT], "2026-05-17T12:00:01");
  expect(await warningsOf(later, ADMIN)).toMatchObject([
    { earlier: { uuid: known.uuid } },
  ]);

  // A mail's key doesn't tell of a find that it doesn't open, unless everybody may see it.
  const scope = { by: "review", finds: [known.rps_key] } as const;
  expect(await warningsOf(known, scope)).toMatchObject([{ earlier: null }]);
  getDb().update(rockPosts).set({ show: true }).run();
  const [warning] = await warningsOf(known, scope);
  expect(warning).toMatchObject({ earlier: { rock_number: 31, show: true } });
  expect(JSON.stringify(warning)).not.toContain("Ann");
});

test("a way is warned of that is farther than a day can be, from the stop before or to the stop after", async () => {
  addRocks(31);
  const find = (day: string, more: NewFind) =>
    addFind({ rock_number: 31, date: `${day}T00:00:00Z`, ...more });
  const stop = { ...SYDNEY, location: "Sydney", show: true };
  const sent = find("2026-05-17", LUSS);
  expect(await warningsOf(sent, ADMIN)).toEqual([]);
  find("2026-05-17", stop);
  expect(await warningsOf(sent, ADMIN)).toMatchObject([
    { kind: "too-far", location: "Sydney", date: "2026-05-17" },
  ]);
  for (const day of ["2026-05-18", "2026-05-16", "2026-04-01"])
    expect(await warningsOf(find(day, LUSS), ADMIN)).toEqual([]);
  for (const more of [LUSS, stop]) {
    const unread = find("2026-05-17", { ...more, rock_number: 0 });
    expect(await warningsOf(unread, ADMIN)).toEqual([]);
  }
});

test("words are warned of that name a place far from the coordinates, or from what the finder says", async () => {
  addRocks(214);
  const lisbon = { location: "Graça, Lisbon" };
  expect(await warn(LUSS)).toEqual([]);
  expect(await warn(lisbon)).toEqual([]);
  expect(await warn({ ...lisbon, ...LUSS })).toMatchObject([
    { kind: "place", named: "Lisbon" },
  ]);
  const suggestion = JSON.stringify({ ...LUSS, accuracy: null, source: "map" });
  expect(await warn({ location: "In Portugal", suggestion })).toEqual([
    { kind: "place", named: "Portugal", distance_km: null },
  ]);
});
