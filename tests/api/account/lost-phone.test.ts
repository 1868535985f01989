import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  codeOf,
  forgetUsedCodes,
  listEvents,
  postLogin,
  switchOnSecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import { readLog } from "#tests/setup/log.ts";
import { startMailServer } from "#tests/setup/processes/mail-server.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const reset = (databasePath: string) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve("build/node/reset-second-factor.js")],
    { env: { ...process.env, DATABASE_PATH: databasePath } },
  );

const enter = (site: Site, code: string) =>
  postLogin(site, {
    username: site.adminUsername,
    password: site.adminPassword,
    code,
  });

test("with another SESSION_SECRET the app's codes are wrong, a recovery code still works, and so does the operator's command @soak", async () => {
  const site = await forThisTest(
    startSite({ env: { SESSION_SECRET: "the first key of this site" } }),
  );
  const { secret, recoveryCodes } = await switchOnSecondFactor(
    site,
    await site.signIn(),
  );
  await site.restart({ SESSION_SECRET: "the second key of this site" });
  expect(
    readLog(site.lines).map(({ message }) => String(message)),
  ).toContainEqual(expect.stringContaining("npm run reset-second-factor"));
  expect((await enter(site, codeOf(secret))).status).toBe(401);
  const { status, cookie } = await enter(site, recoveryCodes[0]!);
  expect(status).toBe(302);
  const state = await site.fetch("/api/account/second-factor", {
    headers: { cookie },
  });
  expect(await state.json()).toMatchObject({ is_readable: false });

  // The first key reads it again.
  await site.restart({ SESSION_SECRET: "the first key of this site" });
  forgetUsedCodes(site);
  expect((await enter(site, codeOf(secret))).status).toBe(302);

  const done = await reset(site.databasePath);
  expect(done.stdout).toContain("The second factor is off");
  expect(await site.signIn()).toMatch(/^admin=/);
  expect(
    listEvents(site)
      .map(({ what }) => what)
      .slice(0, 2),
  ).toEqual(["signed-in", "second-factor-reset"]);
  expect((await reset(site.databasePath)).stdout).toContain("off already");
});

test("the command that resets it says so when there is no site", async () => {
  await expect(reset("/nowhere/site.sqlite")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no site here") as string,
  });
});

test("a mail tells when it is switched on or off, and when a recovery code was used @soak", async () => {
  const mailServer = await forThisTest(startMailServer());
  const site = await forThisTest(
    startSite({
      env: {
        SMTP_URL: mailServer.url,
        MAIL_FROM: "rocks@example.org",
        DIGEST_TO: "me@example.org",
      },
    }),
  );
  const { recoveryCodes } = await switchOnSecondFactor(
    site,
    await site.signIn(),
  );
  const { cookie } = await enter(site, recoveryCodes[0]!);
  await site.fetch("/api/account/second-factor", {
    method: "DELETE",
    headers: { cookie },
  });
  await until(() => mailServer.mails.length >= 3 || undefined);
  expect(mailServer.mails.map(({ subject }) => subject).sort()).toEqual([
    "A recovery code was used",
    "The second factor was switched off",
    "The second factor was switched on",
  ]);
});
