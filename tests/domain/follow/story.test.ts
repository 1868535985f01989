import sharp from "sharp";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { composeStory } from "#domain/follow/prepare.server.ts";
import { writeStory } from "#domain/follow/write-story.ts";
import {
  addFind,
  emptyOwnStore,
  writeInStore,
} from "#tests/setup/own-store.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";
process.env.MAIL_FROM = "rocks@example.org";

const find = {
  ...{ location: "The pier", country: "Scotland", precision: 0, lang: "en" },
  ...{ date: "2026-05-17", comment: "On a wall", cid: "find-1@example.org" },
  ...{ description: "A <blue> stone", distance_km: undefined },
};

const write = (language: string, more: Partial<typeof find> = {}) =>
  writeStory(speak(language), {
    ...{ site_name: "Rocks", rock_number: 17, distance_km: 0, stops: 1 },
    finds: [{ ...find, ...more }],
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

test("the next follower's mail shows a picture as it is since more was hidden in it", async () => {
  emptyOwnStore();
  const { uuid, rps_key } = addFind(7);
  const run = (sql: string) => getDb().$client.exec(sql);
  run("UPDATE rock_posts SET show = 1; UPDATE rock_post_images SET ready = 1");
  const pictureOf = async (background: string) => {
    const create = { width: 64, height: 48, channels: 3 as const, background };
    const webp = await sharp({ create }).webp().toBuffer();
    writeInStore(`rocks/7/${uuid}/webp/a.webp`, webp);
    const { attachments } = await composeStory(
      { follower: { rock_number: 7, lang: "en" }, key: "k" },
      [rps_key],
    );
    return attachments![0]!.content as Buffer;
  };
  const open = await pictureOf("red");
  // All mails about the same finds share their pictures.
  expect(await pictureOf("blue")).toBe(open);
  run("UPDATE rock_post_images SET blurs = '[[0,0,1,1]]'");
  expect((await pictureOf("blue")).equals(open)).toBe(false);
});

test("the mail of a move has the find's picture and its way inside, and loads nothing from elsewhere", async () => {
  emptyOwnStore();
  const { uuid, rps_key } = addFind(7);
  getDb().$client.exec(
    "UPDATE rock_posts SET show = 1, latitude = 56.2, longitude = -2.7; UPDATE rock_post_images SET ready = 1",
  );
  const create = { width: 640, height: 480, channels: 3 as const };
  const webp = await sharp({ create: { ...create, background: "red" } })
    .webp()
    .toBuffer();
  writeInStore(`rocks/7/${uuid}/webp/a.webp`, webp);
  const { html, attachments } = await composeStory(
    { follower: { rock_number: 7, lang: "en" }, key: "k" },
    [rps_key],
  );
  const sizes = await Promise.all(
    attachments!.map(async ({ cid, content }) => {
      expect(html).toContain(`src="cid:${cid}"`);
      const { format, width, height } = await sharp(
        content as Buffer,
      ).metadata();
      return [format, width, height];
    }),
  );
  expect(sizes).toEqual([
    ["jpeg", 1120, 840],
    ["jpeg", 1120, 560],
  ]);
  expect(html).not.toMatch(/(src|background)="?https?:|url\(/);
});
