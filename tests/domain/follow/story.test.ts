import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { speak } from "#core/languages/catalogues.server.ts";
import { composeStory, openMail } from "#domain/follow/prepare.server.ts";
import { writeStory } from "#domain/follow/write-story.ts";
import {
  addFind,
  emptyOwnStore,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { plainPicture } from "#tests/setup/plain-picture.ts";
import { runSql } from "#tests/setup/rows.ts";

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

let sent: ReturnType<typeof addFind>;
beforeEach(() => {
  emptyOwnStore();
  sent = addFind(7);
  runSql(`UPDATE rock_posts SET show = 1, latitude = 56.2, longitude = -2.7;
          UPDATE rock_post_images SET ready = 1`);
});

/** Composes the mail of a find whose picture has this colour. */
async function composeWith(colour: string) {
  const picture = await plainPicture(640, 480, colour);
  writeInStore(`rocks/7/${sent.uuid}/webp/a.webp`, picture);
  const to = openMail({ flw_key: 1, address: "me@example.org", lang: "en" });
  const { html, attachments } = await composeStory(to, 7, [sent.rps_key]);
  const pictures = attachments!.map(({ content }) => content as Buffer);
  return { html, pictures, cids: attachments!.map(({ cid }) => cid) };
}

test("the next follower's mail shows a picture as it is since more was hidden in it", async () => {
  const pictureOf = async (colour: string) =>
    (await composeWith(colour)).pictures[0]!;
  const open = await pictureOf("red");
  // All mails about the same finds share their pictures.
  expect(await pictureOf("blue")).toBe(open);
  runSql("UPDATE rock_post_images SET blurs = '[[0,0,1,1]]'");
  expect((await pictureOf("blue")).equals(open)).toBe(false);
});

test("the mail of a move has the find's picture and its way inside, and loads nothing from elsewhere", async () => {
  const { html, pictures, cids } = await composeWith("red");
  for (const cid of cids) expect(html).toContain(`src="cid:${cid}"`);
  const read = await Promise.all(pictures.map((one) => sharp(one).metadata()));
  expect(read).toMatchObject([
    { format: "jpeg", width: 1120, height: 840 },
    { format: "jpeg", width: 1120, height: 560 },
  ]);
  expect(html).not.toMatch(/(src|background)="?https?:|url\(/);
});
