import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  keepCopy,
  startCopy,
  type SiteCopy,
} from "#tests/setup/processes/copied-site.ts";
import {
  startMailServer,
  type MailServer,
} from "#tests/setup/processes/mail-server.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  return () => server.stop();
});
beforeEach(() => void (server.mails.length = 0));

const receivers = {
  MAIL_FROM: "Rocks <rocks@example.org>",
  DIGEST_TO: "me@example.org",
};

/** The settings of a site whose mail is due now. */
const dueNow = (url = server.url) => ({
  ...receivers,
  SMTP_URL: url,
  DIGEST_AT: new Date().toTimeString().slice(0, 5),
});

/** Starts a site without a mail server that has these finds. */
async function startSiteWith(finds: [fields: object, images: string[]][]) {
  const site = await forThisTest(startSite({ env: receivers }));
  for (const [fields, images] of finds)
    await site.sendFind({ ...findFields, ...fields }, images);
  await site.untilIdle();
  return site;
}

let waiting: SiteCopy | undefined;

/** Starts a site without a mail server in which one find waits. */
async function startWithoutMail() {
  const site = await startSiteWith([[{}, ["photo.webp"]]]);
  waiting ??= await keepCopy(site);
  return site;
}

/** Starts a site in which one find waits, with these settings. */
async function startWaiting(env: Record<string, string>) {
  if (!waiting) await startWithoutMail();
  return startCopy(waiting!, env);
}

async function sendTest(site: Site, cookie?: string) {
  cookie ??= await site.signIn();
  return site.fetch("/api/mail-test", {
    method: "POST",
    headers: { cookie },
  });
}

const mailsOf = (site: Site) =>
  site.query<{ sent_dt: string | null; error: string | null }>(
    "SELECT sent_dt, error FROM outbox WHERE kind = 'daily'",
  );

const untilSent = (site: Site) =>
  until(() => mailsOf(site).find(({ sent_dt }) => sent_dt !== null));

test("without a mail server nothing is sent or noted, and a test mail is refused with a reason @soak", async () => {
  const site = await startWithoutMail();
  const refused = await sendTest(site);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    error: "The site has no mail server.",
  });
  expect(mailsOf(site)).toEqual([]);
});

test("the daily mail has each find's picture inside, and the link to review them", async () => {
  const site = await startSiteWith([
    [{ name: "Wren" }, ["portrait.heic", "photo.webp"]],
    [{ rockNumber: "9", location: "<b>Crail</b>" }, ["alpha.png"]],
    [{ rockNumber: "10" }, ["progressive.jpg"]],
  ]);
  // Its picture is missing in the store.
  site.alter(
    "UPDATE rock_post_images SET current_name = 'x' WHERE rps_key = 3",
  );
  await site.restart(dueNow());
  await untilSent(site);
  const [mail] = server.mails;
  expect(mail!.subject).toBe("3 finds are waiting");
  expect(mail!.from).toEqual({ name: "Rocks", address: "rocks@example.org" });
  expect(mail!.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
  for (const part of [mail!.text!, mail!.html!])
    expect(part).toMatch(new RegExp(`${site.baseURL}/review#[\\w-]{22}["\\n]`));
  expect(mail!.text).toContain("by Wren");
  expect(mail!.html).toContain("&lt;b&gt;Crail&lt;/b&gt;");

  expect(mail!.attachments).toHaveLength(2);
  for (const { contentId, content, ...picture } of mail!.attachments) {
    expect(picture).toMatchObject({
      mimeType: "image/jpeg",
      disposition: "inline",
      related: true,
    });
    expect(mail!.html).toContain(`src="cid:${contentId!.slice(1, -1)}"`);
    const { format, width, height, exif } = await sharp(
      Buffer.from(content as ArrayBuffer),
    ).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: "jpeg",
      width: 224,
      height: 224,
      exif: undefined,
    });
  }
  expect(mail!.html!.match(/<img/g)).toHaveLength(2);
  expect(mail!.raw.length).toBeLessThan(200_000);
});

test("a restart sends no second mail, a stop in good order neither @soak", async () => {
  const site = await startWaiting(dueNow());
  await untilSent(site);
  const cookie = await site.signIn();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await site.kill(signal);
    await site.restart();
    // A look comes before the site answers; a test mail that comes after it is the next.
    expect((await sendTest(site, cookie)).status).toBe(204);
  }
  expect(server.mails.map(({ subject }) => subject)).toEqual([
    "1 find is waiting",
    "A test mail",
    "A test mail",
  ]);
});

test("a site that is killed before the mail server has taken the mail sends it after its next start @soak", async () => {
  let hasRead = false;
  const slow = await forThisTest(
    startMailServer({
      beforeTaking: () => {
        hasRead = true;
        return new Promise(() => {});
      },
    }),
  );
  const site = await startWaiting(dueNow(slow.url));
  await until(() => hasRead || undefined);
  await site.kill("SIGKILL");
  await site.restart(dueNow());
  await untilSent(site);
  expect(server.mails).toHaveLength(1);
  expect(mailsOf(site)).toEqual([{ sent_dt: expect.any(String), error: null }]);
});

test("a mail server that is down is a line in the log, and the mail comes when it is back @soak", async () => {
  const down = await startMailServer();
  await down.stop();
  const site = await startWaiting(dueNow(down.url));
  await until(() => mailsOf(site).find(({ error }) => error !== null));
  expect(site.lines.join("\n")).toContain("the daily mail could not be sent");
  const refused = await sendTest(site);
  expect(refused.status).toBe(502);
  await site.kill("SIGKILL");
  await site.restart(dueNow());
  await untilSent(site);
  expect(server.mails).toHaveLength(1);
});
