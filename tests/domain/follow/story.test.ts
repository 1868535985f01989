import { expect, test } from "vitest";
import { speak } from "#core/languages/catalogues.server.ts";
import { writeStory } from "#domain/follow/write-story.ts";

const find = {
  location: "The pier",
  country: "Scotland",
  precision: 0,
  date: "2026-05-17",
  comment: "On a wall",
  lang: "en",
  description: "A <blue> stone",
  distance_km: undefined,
  cid: "find-1@example.org",
};

const write = (language: string, more: Partial<typeof find> = {}) =>
  writeStory(speak(language), {
    site_name: "Rocks",
    rock_number: 17,
    finds: [{ ...find, ...more }],
    distance_km: 0,
    stops: 1,
    page: "https://rocks.example.org/rocks/17",
    stop: "https://rocks.example.org/follow#key",
  }).html;

test("a picture's description is its alternative, in its own language", () => {
  const html = write("de");
  expect(html).toMatch(/alt="A &lt;blue&gt; stone" lang="en"/);
  expect(html).toMatch(/<p [^>]*lang="en"[^>]*>On a wall</);
  expect(write("en").match(/lang="en"/g)).toHaveLength(1);
});

test("without a description the alternative says rock, place and day, in the mail's language", () => {
  const html = write("de", { description: "" });
  expect(html).toMatch(/alt="Stein 17, The pier, 17\. Mai 2026" style/);
});
