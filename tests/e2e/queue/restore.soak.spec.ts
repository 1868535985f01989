import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectArrived,
  failed,
  fillForm,
  isPiece,
  slowDown,
  submit,
  takePhoto,
  thanks,
  UPLOADS,
  waiting,
} from "#tests/setup/e2e/share-form.ts";
import { until } from "#tests/setup/until.ts";
import { seesA } from "#tests/setup/e2e/steps.ts";

const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-queue-"));

test.use({
  siteEnv: { BACKUP_DIR: path.join(folder, "backups") },
  serviceWorkers: "block",
});

test.afterAll(() => rm(folder, { recursive: true }));

/** The site's first backup, which it makes when it starts. */
async function firstBackup(cookie: string) {
  const headers = { cookie };
  const { name } = await until(async () => {
    const answer = await site.fetch("/api/backups", { headers });
    return ((await answer.json()) as { name: string }[])[0];
  });
  return { name, headers };
}

/** Resolves once a page that sends a find was told to come back later. */
const untilClosed = (of: Page) =>
  of.waitForResponse(
    (answer) => UPLOADS.test(answer.url()) && answer.status() === 503,
  );

test("finds go through a restore by themselves, and arrive once: one that waits, and one that is being sent", async ({
  browser,
}) => {
  const { name, headers } = await firstBackup(await site.signIn());

  const offline = await browser.newContext({ baseURL: site.baseURL });
  const other = await offline.newPage();
  const kept = await takePhoto("kept.jpg");
  const form = await fillForm("It waited.", [kept], other);
  await offline.setOffline(true);
  await submit(form).click();
  await seesA("dialog", "Waiting for a connection", { in: other });

  const photo = await takePhoto();
  const sending = await fillForm("In the middle.", [photo]);
  const speedUp = await slowDown(10_000);
  const begun = page.waitForRequest(isPiece);
  await submit(sending).click();
  await begun;

  const told = [untilClosed(page), untilClosed(other)];
  site.letGo();
  const restoring = await site.fetch(`/api/backups/${name}/restore`, {
    method: "POST",
    headers,
  });
  expect(restoring.status).toBe(202);
  await offline.setOffline(false);
  await Promise.all(told);
  await expect(waiting()).toBeVisible();
  await expect(failed()).toBeHidden();
  await speedUp();

  await expect(thanks()).toBeVisible();
  await seesA("dialog", "Thank You!", { in: other });
  await expectArrived("In the middle.", [photo]);
  await expectArrived("It waited.", [kept]);
  await offline.close();
});
