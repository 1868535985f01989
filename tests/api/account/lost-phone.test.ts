import { expect, test } from "vitest";
import {
  codeOf,
  forgetUsedCodes,
  listEvents,
  postLogin,
  switchOnSecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import { runCommand } from "#tests/setup/calls/backup.ts";
import { readLog } from "#tests/setup/log.ts";
import { startMailServer } from "#tests/setup/processes/mail-server.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

test("with another SESSION_SECRET the app's codes are wrong, a recovery code still works, and so does the operator's command; mails tell of it @soak", async () => {
  const mailServer = await forThisTest(startMailServer());
  const keys = [1, 2].map((n) => ({ SESSION_SECRET: `key ${n} of this site` }));
  const site = await forThisTest(
    startSite({
      env: {
        ...keys[0],
        SMTP_URL: mailServer.url,
        MAIL_FROM: "rocks@example.org",
        DIGEST_TO: "me@example.org",
      },
    }),
  );
  const enter = (code: string) =>
    postLogin(site, { username: "admin", password: site.adminPassword, code });
  const { secret, recoveryCodes } = await switchOnSecondFactor(
    site,
    await site.signIn(),
  );
  await site.restart(keys[1]);
  expect(
    readLog(site.lines).map(({ message }) => String(message)),
  ).toContainEqual(expect.stringContaining("npm run reset-second-factor"));
  expect((await enter(codeOf(secret))).status).toBe(401);
  const { status, cookie } = await enter(recoveryCodes[0]!);
  expect(status).toBe(302);
  const headers = { cookie };
  const state = await site.fetch("/api/account/second-factor", { headers });
  expect(await state.json()).toMatchObject({ is_readable: false });

  // The first key reads it again.
  await site.restart(keys[0]);
  forgetUsedCodes(site);
  expect((await enter(codeOf(secret))).status).toBe(302);

  const reset = async () =>
    (await runCommand("reset-second-factor", site)).said;
  expect(await reset()).toContain("The second factor is off");
  expect(await site.signIn()).toMatch(/^admin=/);
  expect(
    listEvents(site)
      .map(({ what }) => what)
      .slice(0, 2),
  ).toEqual(["signed-in", "second-factor-reset"]);
  expect(await reset()).toContain("off already");

  const own = { cookie: await site.signIn() };
  await switchOnSecondFactor(site, own.cookie);
  await site.fetch("/api/account/second-factor", {
    method: "DELETE",
    headers: own,
  });
  const told = () => new Set(mailServer.mails.map(({ subject }) => subject));
  await until(() => told().size >= 3);
  expect([...told()].sort()).toEqual([
    "A recovery code was used",
    "The second factor was switched off",
    "The second factor was switched on",
  ]);
});
