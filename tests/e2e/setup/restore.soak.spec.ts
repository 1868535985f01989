import { randomFillSync } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fixture } from "#tests/fixtures/index.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpLink,
} from "#tests/setup/calls/set-up-calls.ts";
import { sendSignIn } from "#tests/setup/calls/admin.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectAccessibleOnScreens, PHONE } from "#tests/setup/e2e/screens.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { pressLink, says, sees, seesA } from "#tests/setup/e2e/steps.ts";

const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-set-up-"));
const backups = path.join(folder, "backups");
const download = path.join(folder, "backup.zip");
const COMMENT = "From the site that is gone.";

test.use({
  siteEnv: { ADMIN_PASSWORD: "", BACKUP_DIR: backups, MODERATION: "off" },
  viewport: PHONE,
});

/** Makes a backup of a site with a find, in BACKUP_DIR and as a file that takes several pieces. */
test.beforeAll(async () => {
  const old = await startSite({
    env: { ADMIN_PASSWORD: "", BACKUP_DIR: backups, MODERATION: "off" },
  });
  try {
    const { cookie } = await postSetUp(old);
    await old.addFind({ ...findFields, comment: COMMENT });
    await old.untilIdle();
    await mkdir(old.inStore("bkg"), { recursive: true });
    await writeFile(
      old.inStore("bkg/home_bkg.webp"),
      randomFillSync(Buffer.alloc(20_000_000)),
    );
    const headers = { cookie };
    await old.fetch("/api/backups", { method: "POST", headers });
    const name = await until(async () => {
      const answer = await old.fetch("/api/backups", { headers });
      const [newest] = (await answer.json()) as { name: string }[];
      return newest?.name;
    });
    const file = await old.fetch(`/api/backups/${name}/download`, { headers });
    await writeFile(download, Buffer.from(await file.arrayBuffer()));
  } finally {
    await old.stop();
  }
});

test.afterAll(() => rm(folder, { recursive: true }));

/** Begins with an empty folder. */
async function empty(env: Record<string, string>) {
  site.letGo();
  await site.kill();
  await rm(site.mediaDir, { recursive: true });
  for (const more of ["", "-wal", "-shm"])
    await rm(site.databasePath + more, { force: true });
  await site.restart(env);
}

/** Opens the link that the start has printed, and the part below the password. */
async function openRestore() {
  await page.goto(setUpLink(site.lines));
  await page.getByText("Restore a backup instead").click();
}

const button = (name: string) =>
  page.getByRole("button", { name, exact: true });

/** Waits on the page that everybody gets meanwhile, until it shows the restored site by itself. */
async function untilRestored() {
  await seesA("heading", "Back in a moment");
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expectAccessibleOnScreens();
  await page.setViewportSize(PHONE);
  await seesA("heading", "This site is set up");
}

async function expectOldSite() {
  await pressLink("Sign in", { exact: true });
  await sendSignIn(page, NEW_PASSWORD);
  await seesA("heading", "Dashboard");
  await page.goto(`/rocks/${findFields.rockNumber}`);
  await expect(page.getByText(COMMENT).first()).toBeVisible();
}

test("a new site becomes the one of a backup in BACKUP_DIR", async () => {
  await openRestore();
  await seesA("combobox", "Backup");
  await expectAccessibleOnScreens();
  await page.setViewportSize(PHONE);
  site.letGo();
  await button("Restore this backup").click();
  await untilRestored();
  await expectOldSite();
});

test("a new site stays as it is after a file that is no backup, and becomes the one of a file, which goes on after a cut link and a reload", async () => {
  await empty({ BACKUP_DIR: "" });
  await openRestore();
  await sees("There are no backups here.");
  await page
    .getByLabel("The zip of a backup")
    .setInputFiles(fixture("plain.png"));
  site.letGo();
  await button("Send and restore").click();
  await seesA("heading", "Back in a moment");
  await seesA("heading", "Choose your password");
  await says(
    "alert",
    /no whole backup of a site: it is no zip file, or a part of it is missing\. [^.]+\. Nothing was changed\.$/,
  );
  await expectAccessibleOnScreens();
  await page.setViewportSize(PHONE);
  const choose = () =>
    page.getByLabel("The zip of a backup").setInputFiles(download);
  const sent = page.getByRole("progressbar", { name: "Sent of the backup" });
  const pieces: number[] = [];
  const address = "**/api/setup/uploads/*";
  await page.route(address, async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.continue();
    pieces.push(Number(request.headers()["upload-offset"]));
    // The second piece never arrives.
    return pieces.length === 1 ? route.continue() : route.abort();
  });
  await choose();
  await button("Send and restore").click();
  await sees("The link is cut.");
  await expectAccessibleOnScreens();
  await page.setViewportSize(PHONE);
  await expect(sent).toBeVisible();

  // The part stays open, because it says why the first file was refused.
  await page.reload();
  await choose();
  await page.unroute(address);
  const first = page.waitForRequest(
    (request) =>
      request.method() === "PATCH" && request.url().includes("/setup/uploads/"),
  );
  site.letGo();
  await button("Send and restore").click();
  // It continues after the piece that had arrived.
  expect(Number((await first).headers()["upload-offset"])).toBe(pieces[1]);
  await untilRestored();
  await expectOldSite();
});
