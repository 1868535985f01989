import sharp from "sharp";
import { expect, test } from "vitest";
import {
  keyIn,
  mailEnv,
  mailsTo,
  mailTo,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const ME = "me@example.org";
const post = (site: Site, path: string, body: object, key = "") =>
  site.fetch(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(body),
  });

/** A site on which an address follows rock 42, with a mail server. `hook.run` runs before that takes a mail. */
async function startFollowed() {
  const hook: { run?: () => Promise<void> } = {};
  const server = await forThisTest(
    startMailServer({ beforeTaking: async () => hook.run?.() }),
  );
  const env = { ...mailEnv(server), MODERATION: "off" };
  const site = await forThisTest(startSite({ env }));
  await post(site, "/api/rocks/42/follow", { email: ME });
  await post(site, "/api/follow/confirm", {}, keyIn(await mailTo(server, ME)));
  return { server, site, hook };
}

/** Sends a find that is shown at once, and ends its five minutes. */
async function sendShown(site: Site) {
  await site.sendFind({ ...findFields, rockNumber: "42" }, ["photo.webp"]);
  await site.untilIdle();
  site.alter("UPDATE rock_posts SET latitude = 56.2, longitude = -2.7");
  site.alter("UPDATE news SET shown_hour = -9");
}

test("a mail tells where the rock is, with its picture and its way inside, and nothing from elsewhere", async () => {
  const { server, site } = await startFollowed();
  await sendShown(site);
  const mail = await mailTo(server, ME, 1);
  expect(mail.subject).toBe("Rock 42 moved on");
  expect(mail.text).toContain(findFields.location);
  expect(mail.text).toContain(`${site.baseURL}/rocks/42`);
  const sizes = await Promise.all(
    mail.attachments.map(async ({ content, contentId }) => {
      expect(mail.html).toContain(`src="cid:${contentId!.slice(1, -1)}"`);
      const { width, height, format } = await sharp(
        Buffer.from(content as ArrayBuffer),
      ).metadata();
      return [format, width, height];
    }),
  );
  expect(sizes).toEqual([
    ["jpeg", 1120, 840],
    ["jpeg", 1120, 560],
  ]);
  expect(mail.html).not.toMatch(/(src|background)="?https?:|url\(/);
});

test("a site that is killed before the mail server has taken a mail sends it after its next start", async () => {
  const { server, site, hook } = await startFollowed();
  let holds = 0;
  hook.run = () => (holds++ === 0 ? new Promise(() => {}) : Promise.resolve());
  await sendShown(site);
  await until(() => holds || undefined);
  await site.kill("SIGKILL");
  await site.restart();
  await mailTo(server, ME, 1);
  expect(mailsTo(server, ME)).toHaveLength(2);
});

test("a site that is killed before it can note that a mail was taken sends the same mail once more", async () => {
  const { server, site, hook } = await startFollowed();
  hook.run = () => {
    hook.run = undefined;
    return site.kill("SIGKILL").then(() => {});
  };
  await sendShown(site);
  const first = await mailTo(server, ME, 1);
  await site.restart();
  const again = await mailTo(server, ME, 2);
  expect(again.messageId).toBe(first.messageId);
});
