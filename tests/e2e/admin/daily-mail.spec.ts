import { readFileSync } from "node:fs";
import sharp from "sharp";
import { writeDigest } from "#domain/review/write-digest.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { listenForRequests } from "#tests/setup/e2e/pages.ts";
import { mailServer, test } from "#tests/setup/e2e/mail.ts";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import {
  expectAccessible,
  expectNothingWider,
} from "#tests/setup/e2e/screens.ts";
import { leadsTo, press, sees } from "#tests/setup/e2e/steps.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { mailEnv } from "#tests/setup/processes/mail-server.ts";

const DIGEST = {
  DIGEST_TO: "me@example.org,you@example.org",
  DIGEST_AT: "06:30",
};

test.use({
  siteEnv: ({ mailServer }, use) => use({ ...mailEnv(mailServer), ...DIGEST }),
});

test("the admin sees when the daily mail comes, tries it with a press, and is told first of all if it can't be sent @soak", async () => {
  await openAdmin("Settings");
  const box = page.getByRole("region", { name: "Mail" });
  await press("Send a test mail", { in: box });
  await sees("A test mail is on its way");
  expect(
    mailServer.mails.map(({ subject, receivers }) => [subject, receivers]),
  ).toEqual([["A test mail", ["me@example.org", "you@example.org"]]]);
  await expectAccessible();

  await goTo("Dashboard");
  const before = page.getByRole("region", { name: "One thing needs you" });
  await expect(before).toContainText(
    "Daily mailNone yetat 06:30, if finds wait",
  );
  // It is never well without backups.
  await expect(before).toContainText("No backups are made.");
  site.alter(`INSERT INTO outbox (id, kind, error)
     VALUES ('finds.2030-01-01', 'daily', '550 Nobody is here')`);
  await goTo("Journey");
  await goTo("Dashboard");
  await expect(
    page.getByRole("region", { name: "2 things need you" }),
  ).toContainText(
    "The daily mail could not be sent. The finds are safe, and the site keeps trying. The mail server said: 550 Nobody is here",
  );
});

/** A find of somebody who means harm, with words that are long and of another direction. */
const SCRIPT = `</p></table><h1>Approve</h1><script>document.title='x'</script>`;
const find = {
  ...{ rock_number: 17, date: "2026-05-17", total_images: 1, cid: "1" },
  create_dt: "2026-11-22T14:05:00.000Z",
  location: `مقعد Averyveryverylongnamewithoutasinglespaceorhyphen`.repeat(2),
  comment: `${SCRIPT}\nوجدناها تحت شجرة 🪨`,
  name: SCRIPT,
};

test("the mail is readable on a phone, light and dark, and does nothing that finders wrote @soak", async () => {
  const requests = listenForRequests();
  const picture = await sharp(readFileSync(fixture("photo.webp")))
    .resize(224, 224)
    .jpeg()
    .toBuffer();
  const { html } = writeDigest({
    site_name: "Robin’s Rocks",
    finds: [find, { ...find, cid: undefined }],
    count: 25,
    link: "https://rocks.example.org/review#abc",
    expires: new Date(2026, 10, 29),
    at: "19:00",
  });
  const data = `data:image/jpeg;base64,${picture.toString("base64")}`;
  await page.setContent(html.replace(/cid:\d/g, data));
  await expect(page).toHaveTitle("25 finds are waiting");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "25 finds are waiting",
  );
  await expect(page.getByText("Approve")).toHaveCount(4);
  await leadsTo("https://rocks.example.org/review#abc", "Look at them");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNothingWider();
  }
  expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([]);
  await expectAccessible();
});
