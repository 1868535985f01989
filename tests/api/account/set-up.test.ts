import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import {
  codeOf,
  listEvents,
  postLogin,
  switchOnSecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpKey,
  setUpLink,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import {
  startMailServer,
  type MailServer,
} from "#tests/setup/processes/mail-server.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const OTHER = "seven grey pebbles, one blue";

const startOpen = (env: Record<string, string> = {}) =>
  startSite({ env: { ADMIN_PASSWORD: "", ...env } });

const statusAs = async (site: Site, cookie: string, address = "/api/rocks") =>
  (await site.fetch(address, { headers: { cookie } })).status;

const changeTo = async (site: Site, password: string, cookie: string) => {
  const { status } = await site.fetch("/api/account/password", {
    method: "PUT",
    headers: { cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ password }),
  });
  return status;
};

const runReset = (what: string, databasePath: string, env = {}) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve(`build/node/reset-${what}.js`)],
    {
      env: {
        ...process.env,
        ADMIN_PASSWORD: "",
        DATABASE_PATH: databasePath,
        ...env,
      },
    },
  );

const printedPassword = ({ lines }: Site) =>
  (
    JSON.parse(
      lines.findLast((line) => line.includes("ADMIN_PASSWORD is not set"))!,
    ) as { password: string }
  ).password;

const eventsOf = (site: Site) => listEvents(site).map(({ what }) => what);

describe("a site without a password of its own", () => {
  let site: Site;
  let mailServer: MailServer;
  let cookie: string;
  beforeAll(async () => {
    mailServer = await startMailServer();
    site = await startOpen({
      TRUST_PROXY: "true",
      LOGIN_LIMIT: "3/15m",
      SMTP_URL: mailServer.url,
      MAIL_FROM: "rocks@example.org",
      DIGEST_TO: "me@example.org",
    });
    return async () => {
      await site.stop();
      await mailServer.stop();
    };
  });
  const links = () => site.lines.filter((line) => line.startsWith("Set up: "));
  const from = { "X-Forwarded-For": "203.0.113.7" };
  const wrongKey = async (headers: Record<string, string> = from) =>
    (await postSetUp(site, undefined, { ...headers, key: "wrong" })).status;
  const wrongLogin = async () =>
    (await postLogin(site, { username: "admin", password: "wrong" }, from))
      .status;

  test.each([
    ["short", {}],
    ["password123", {}],
    ["wrens rocks", { site_name: "Wren’s Rocks" }],
    [undefined, {}],
  ])("refuses %s with %j at its field", async (password, names) => {
    const { status, body } = await postSetUp(site, { password, ...names });
    expect([status, Object.keys(body.fields!)]).toEqual([400, ["password"]]);
    expect(site.query("SELECT * FROM site_texts")).toEqual([]);
    expect(await setUpState(site)).toBe(200);
  });

  test("closes the set-up when the password of the start is replaced", async () => {
    const own = await site.signIn(printedPassword(site));
    expect(await changeTo(site, OTHER, own)).toBe(204);
    expect(await setUpState(site)).toBe(410);
    await site.signIn(OTHER);
    site.alter("DELETE FROM secrets WHERE name IN ('password', 'admin')");
  });

  test("prints one line with a link at each start, whose key alone opens the set-up", async () => {
    expect(links()).toEqual([
      expect.stringMatching(
        new RegExp(`^Set up: ${site.baseURL}/setup#[\\w-]{32}$`),
      ),
    ]);
    const first = setUpKey(site.lines);
    await site.restart();
    expect(links()).toHaveLength(2);
    expect((await postSetUp(site, undefined, { key: first })).status).toBe(401);
    expect(await setUpState(site)).toBe(200);
  });

  test("counts wrong keys with wrong sign-ins, and never keeps the right one out", async () => {
    expect(await wrongKey()).toBe(401);
    expect(await wrongLogin()).toBe(401);
    expect(await wrongKey()).toBe(401);
    expect(await wrongKey()).toBe(429);
    expect(await wrongLogin()).toBe(429);
    expect(listEvents(site)[0]).toMatchObject({
      what: "sign-in-refused",
      times: 3,
    });
    // From everywhere, more than the site takes from all together.
    for (let n = 0; n < 70; n++)
      await wrongKey({ "X-Forwarded-For": `198.51.${n}.1` });
    const names = { site_name: "Wren’s Rocks", memorial_name: "Wren" };
    const claimed = await postSetUp(
      site,
      { password: NEW_PASSWORD, ...names, contact_email: "" },
      from,
    );
    ({ cookie } = claimed);
    expect([claimed.status, claimed.body]).toEqual([201, { state: "done" }]);
    expect(await statusAs(site, cookie)).toBe(200);
    // The password counts as just entered.
    expect(await statusAs(site, cookie, "/api/account/confirmation")).toBe(204);
    const texts = await site.fetch("/api/site-texts", { headers: { cookie } });
    expect(await texts.json()).toMatchObject({
      ...names,
      contact_email: "hello@example.org",
    });
    expect(await setUpState(site)).toBe(410);
    expect((await postSetUp(site)).status).toBe(410);
    const stored = JSON.stringify(site.query("SELECT * FROM secrets"));
    expect(stored).not.toContain(NEW_PASSWORD);
  });

  test("forgets at a restart who has tried too often, and no session", async () => {
    expect(await wrongLogin()).toBe(429);
    await site.restart();
    expect(await wrongLogin()).toBe(401);
    expect(links()).toHaveLength(2);
    expect(await statusAs(site, cookie)).toBe(200);
    expect(eventsOf(site)).toContain("set-up");
  });

  test("ends every session but the one that changes the password, and a mail tells", async () => {
    const other = await site.signIn(NEW_PASSWORD);
    expect(await changeTo(site, "password123", cookie)).toBe(400);
    mailServer.mails.length = 0;
    expect(await changeTo(site, OTHER, cookie)).toBe(204);
    expect(await statusAs(site, cookie)).toBe(200);
    expect(await statusAs(site, other)).toBe(401);
    await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
    await site.signIn(OTHER);
    expect(eventsOf(site)).toContain("password-changed");
    await until(() =>
      mailServer.mails.find(
        ({ subject }) => subject === "The password was changed",
      ),
    );
  });
});

test("of 100 claims at once one wins, and ends the sessions of the password of the start @soak", async () => {
  const site = await forThisTest(startOpen());
  const first = printedPassword(site);
  const cookie = await site.signIn(first);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      postSetUp(site, { password: `${NEW_PASSWORD} ${n}` }),
    ),
  );
  const winners = answers.flatMap(({ status }, n) => (status === 201 ? n : []));
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(99);
  expect(await site.signIn(`${NEW_PASSWORD} ${winners[0]}`)).toMatch(/^admin=/);
  expect(await statusAs(site, cookie)).toBe(401);
  await expect(site.signIn(first)).rejects.toThrow("401");
});

test("ADMIN_PASSWORD wins over the password that was chosen, which counts again without it @soak", async () => {
  const site = await forThisTest(startOpen());
  const { cookie } = await postSetUp(site);
  await site.restart({ ADMIN_PASSWORD: "another long password" });
  expect(await setUpState(site)).toBe(410);
  expect(await statusAs(site, cookie)).toBe(401);
  const own = await site.signIn("another long password");
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  await site.restart({ ADMIN_PASSWORD: "" });
  expect(await statusAs(site, own)).toBe(401);
  const chosen = await site.signIn(NEW_PASSWORD);
  await site.restart({ ADMIN_USERNAME: "somebody" });
  expect(await statusAs(site, chosen)).toBe(401);
  const right = { username: "somebody", password: NEW_PASSWORD };
  expect((await postLogin(site, right)).status).toBe(302);
});

test("with ADMIN_PASSWORD nothing is set up, changed or reset @soak", async () => {
  const site = await forThisTest(startSite());
  expect(() => setUpLink(site.lines)).toThrow("no link");
  expect(await setUpState(site)).toBe(410);
  expect((await postSetUp(site, undefined, { key: "x" })).status).toBe(410);
  const cookie = await site.signIn();
  expect(await changeTo(site, OTHER, cookie)).toBe(409);
  await expect(
    runReset("password", site.databasePath, {
      ADMIN_PASSWORD: site.adminPassword,
    }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("ADMIN_PASSWORD is set") as string,
  });
  expect(await statusAs(site, cookie)).toBe(200);
});

test("the command that resets the password ends every session, and prints a link to choose another; a second factor stays on @soak", async () => {
  const site = await forThisTest(startOpen());
  const { cookie } = await postSetUp(site);
  const { secret } = await switchOnSecondFactor(site, cookie);
  const { stdout } = await runReset("password", site.databasePath, {
    PUBLIC_URL: site.baseURL,
  });
  expect(await statusAs(site, cookie)).toBe(401);
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  const key = setUpKey(stdout.split("\n"));
  expect(stdout).toContain(`\nSet up: ${site.baseURL}/setup#${key}\n`);
  const claim = (code?: string) =>
    postSetUp(site, { password: OTHER, code }, { key });
  const refused = await claim();
  expect([refused.status, Object.keys(refused.body.fields!)]).toEqual([
    403,
    ["password", "code"],
  ]);
  expect((await claim("000000")).status).toBe(403);
  expect((await claim(codeOf(secret))).status).toBe(201);
  const right = { username: "admin", password: OTHER };
  expect((await postLogin(site, right)).status).toBe(401);
  expect(eventsOf(site)).toContain("password-reset");
});

test.each(["password", "second-factor"])(
  "without a site, the command that resets the %s says so",
  async (what) => {
    await expect(runReset(what, "/nowhere/site.sqlite")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no site here") as string,
    });
  },
);
