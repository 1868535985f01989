import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  ageConfirmations,
  codeOf,
  listEvents,
  postLogin,
  switchOnSecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpKey,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import { startMailServer } from "#tests/setup/processes/mail-server.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const OTHER = "seven grey pebbles, one blue";

const startOpen = (env = {}) =>
  forThisTest(startSite({ env: { ADMIN_PASSWORD: "", ...env } }));

const changeTo = (site: Site, password: string, cookie: string) =>
  site.fetch("/api/account/password", {
    method: "PUT",
    headers: { cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ password }),
  });

const readAs = async (site: Site, cookie: string) =>
  (await site.fetch("/api/rocks", { headers: { cookie } })).status;

const reset = (site: { databasePath: string }, env = {}) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve("build/node/reset-password.js")],
    {
      env: {
        ...process.env,
        ADMIN_PASSWORD: "",
        DATABASE_PATH: site.databasePath,
        ...env,
      },
    },
  );

test("another password ends every session but the one that has changed it, and a mail tells", async () => {
  const mailServer = await forThisTest(startMailServer());
  const site = await startOpen({
    SMTP_URL: mailServer.url,
    MAIL_FROM: "rocks@example.org",
    DIGEST_TO: "me@example.org",
  });
  const { cookie } = await postSetUp(site);
  const other = await site.signIn(NEW_PASSWORD);
  expect((await changeTo(site, "password123", cookie)).status).toBe(400);
  expect((await changeTo(site, OTHER, cookie)).status).toBe(204);
  expect(await readAs(site, cookie)).toBe(200);
  expect(await readAs(site, other)).toBe(401);
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  await site.signIn(OTHER);
  await site.restart();
  expect(await readAs(site, cookie)).toBe(200);
  expect(listEvents(site).map(({ what }) => what)).toContain(
    "password-changed",
  );
  await until(() => mailServer.mails.length >= 2 || undefined);
  expect(mailServer.mails.map(({ subject }) => subject)).toContain(
    "The password was changed",
  );

  ageConfirmations(site);
  expect((await changeTo(site, NEW_PASSWORD, cookie)).status).toBe(403);
});

test("a password that replaces the one of the start closes the set-up", async () => {
  const site = await startOpen();
  const { password } = JSON.parse(
    site.lines.find((line) => line.includes("ADMIN_PASSWORD is not set"))!,
  ) as { password: string };
  const cookie = await site.signIn(password);
  expect((await changeTo(site, OTHER, cookie)).status).toBe(204);
  expect(await setUpState(site)).toBe(410);
  await site.signIn(OTHER);
});

test("where ADMIN_PASSWORD is set, the password is neither changed nor reset @soak", async () => {
  const site = await forThisTest(startSite());
  const cookie = await site.signIn();
  expect((await changeTo(site, OTHER, cookie)).status).toBe(409);
  await expect(
    reset(site, { ADMIN_PASSWORD: site.adminPassword }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("ADMIN_PASSWORD is set") as string,
  });
  expect(await readAs(site, cookie)).toBe(200);
});

test("the command that resets it ends every session beside the running site, and prints a link to choose another @soak", async () => {
  const site = await startOpen();
  const { cookie } = await postSetUp(site);
  const { stdout } = await reset(site, { PUBLIC_URL: site.baseURL });
  expect(await readAs(site, cookie)).toBe(401);
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  const key = setUpKey(stdout.split("\n"));
  expect(stdout).toContain(`\nSet up: ${site.baseURL}/setup#${key}\n`);
  expect((await postSetUp(site, { password: OTHER }, { key })).status).toBe(
    201,
  );
  await site.signIn(OTHER);
  expect(listEvents(site).map(({ what }) => what)).toContain("password-reset");
});

test("a second factor stays on when the password is reset @soak", async () => {
  const site = await startOpen();
  const { cookie } = await postSetUp(site);
  const { secret } = await switchOnSecondFactor(site, cookie);
  const { stdout } = await reset(site);
  const key = setUpKey(stdout.split("\n"));
  const claim = (code?: string) =>
    postSetUp(site, { password: OTHER, code }, { key });
  const refused = await claim();
  expect([refused.status, Object.keys(refused.body.fields!)]).toEqual([
    403,
    ["password", "code"],
  ]);
  expect((await claim("000000")).status).toBe(403);
  expect((await claim(codeOf(secret))).status).toBe(201);
  const { status } = await postLogin(site, {
    username: "admin",
    password: OTHER,
  });
  expect(status).toBe(401);
});

test("without a site, the command says so", async () => {
  await expect(
    reset({ databasePath: "/nowhere/site.sqlite" }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no site here") as string,
  });
});
