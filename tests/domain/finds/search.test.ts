import { afterEach, describe, expect, test } from "vitest";
import { listFinds } from "#domain/finds/admin/read-finds.server.ts";
import type { FindFilter } from "#domain/finds/schemas.ts";
import { addFind, runSql } from "#tests/setup/rows.ts";

afterEach(() => runSql("DELETE FROM rock_posts"));

const found = (filter: Partial<FindFilter>) =>
  listFinds({ ...filter, sort: "location" } as FindFilter).items.map(
    ({ location }) => location,
  );

describe("words", () => {
  test.each([
    ["Latin, with accents", "À Évian, près du Ærø", ["evian", "ÉVIAN", "aero"]],
    ["German", "An der Straße nach Görlitz", ["strasse", "STRASSE", "gorlitz"]],
    ["Polish", "Łódź, przy fontannie", ["lodz", "ŁÓDŹ"]],
    ["Ukrainian", "Київ, біля мосту", ["київ", "БІЛЯ"]],
    ["Greek", "Στους πρόποδες", ["στουσ", "ΠΡΟΠΟΔΕΣ"]],
    ["Arabic", "على شاطئ الإسكندرية", ["الاسكندرية", "شاطئ"]],
    ["Japanese", "東京の公園、ガード下", ["公園", "ｶﾞｰﾄﾞ", "東京"]],
    ["Chinese", "上海外滩", ["外滩"]],
    [
      "what stands for something in patterns",
      '100% of_it* "so" \\',
      ["100%", "of_it*", '"so"', "\\", "%", "_"],
    ],
  ])("of %s are found", (_script, location, searches) => {
    addFind({ location });
    addFind({ location: "Elsewhere", comment: "Nothing of the kind." });
    for (const q of searches) expect(found({ q }), q).toEqual([location]);
  });

  test("are all looked for, in each text of a find and in any order", () => {
    addFind({
      location: "Harbour",
      rock_number: 104,
      comment: "By the crab pots.",
      name: "Zoë",
      email: "zoe@finders.example",
      uuid: "0b5e7a10-93c1-4bd4-a7a5-1f0f7a8b1c2d",
    });
    addFind({ location: "Pier", comment: "By the pots." });
    expect(found({ q: "pots crab" })).toEqual(["Harbour"]);
    expect(found({ q: "104 zoe HARBOUR" })).toEqual(["Harbour"]);
    expect(found({ q: "finders.example" })).toEqual(["Harbour"]);
    expect(found({ q: "0B5E7A10" })).toEqual(["Harbour"]);
    expect(found({ q: "pots" })).toEqual(["Harbour", "Pier"]);
    expect(found({ q: "crab pier" })).toEqual([]);
    expect(found({ q: "  " })).toEqual(["Harbour", "Pier"]);
  });

  test("of few digits aren't looked for in UUIDs", () => {
    addFind({ uuid: "00000104-93c1-4bd4-a7a5-1f0f7a8b1c2d" });
    expect(found({ q: "104" })).toEqual([]);
  });

  test("may be as many as a search of 5,000 characters has", () => {
    const words = Array.from({ length: 900 }, (_, n) => `w${n}x`);
    addFind({ location: "All", comment: words.join(" ") });
    addFind({ location: "One less", comment: words.slice(1).join(" ") });
    expect(found({ q: words.join(" ") })).toEqual(["All"]);
  });

  test("follow what is changed, deleted and restored", () => {
    const find = addFind({ location: "Pier" });
    runSql("UPDATE rock_posts SET location = 'Lighthouse'");
    expect(found({ q: "pier" })).toEqual([]);
    expect(found({ q: "lighthouse" })).toEqual(["Lighthouse"]);
    runSql("DELETE FROM rock_posts");
    expect(found({ q: "lighthouse" })).toEqual([]);
    addFind({ ...find, location: "Lighthouse" });
    expect(found({ q: "lighthouse" })).toEqual(["Lighthouse"]);
  });

  test("are found in a find that another program has written", () => {
    addFind({ location: "Pier" });
    // Its connection has no function that could fold them.
    runSql(
      "DROP TRIGGER temp.find_words_UPDATE; UPDATE rock_posts SET location = 'Évian'",
    );
    expect(found({ q: "evian" })).toEqual(["Évian"]);
  });
});

describe("filters", () => {
  test("leave finds in one state, of one rock, and of some days", () => {
    addFind({ location: "a", date: "2026-05-01T00:00:00Z" });
    addFind({ location: "b", show: true, date: "2026-05-02T23:59:59Z" });
    addFind({
      location: "c",
      put_aside: true,
      rock_number: 0,
      date: "2026-05-03T00:00:00Z",
    });
    expect(found({ state: "waiting" })).toEqual(["a"]);
    expect(found({ state: "shown" })).toEqual(["b"]);
    expect(found({ state: "hidden" })).toEqual(["c"]);
    expect(found({ rock_number: 0 })).toEqual(["c"]);
    expect(found({ from: "2026-05-02" })).toEqual(["b", "c"]);
    expect(found({ to: "2026-05-02" })).toEqual(["a", "b"]);
    expect(found({ from: "2026-05-02", to: "2026-05-02" })).toEqual(["b"]);
    expect(() => found({ from: "2026-05-02", to: "2026-05-01" })).toThrow();
  });

  test("say how many finds there are, on the first page alone", () => {
    for (const location of ["a", "b", "c"]) addFind({ location });
    const first = listFinds({ limit: 2, sort: "location", state: "waiting" });
    expect(first).toMatchObject({ total: 3 });
    expect(
      listFinds({ limit: 2, sort: "location", before: first.next! }).total,
    ).toBeUndefined();
  });
});
