import { expect, test } from "vitest";
import { changeSiteTexts } from "#domain/site/site-texts.server.ts";
import {
  listStepsLeft,
  putStepAside,
} from "#domain/health/set-up-steps.server.ts";
import { write } from "#db/write.server.ts";
import { addRock, runSql } from "#tests/setup/rows.ts";

test("each step of the set-up is asked for until it is done or put aside", () => {
  expect(listStepsLeft()).toEqual(["names", "story", "mail", "rock"]);
  write((tx) => changeSiteTexts(tx, { memorial_name: "Wren" }));
  expect(listStepsLeft()).toEqual(["story", "mail", "rock"]);
  putStepAside("mail");
  putStepAside("mail");
  expect(listStepsLeft()).toEqual(["story", "rock"]);
  addRock(1);
  write((tx) => changeSiteTexts(tx, { story: "Wren loved rocks." }));
  expect(listStepsLeft()).toEqual([]);
  // What is undone again is asked for again, and what was put aside isn't.
  runSql("DELETE FROM rocks");
  expect(listStepsLeft()).toEqual(["rock"]);
});
