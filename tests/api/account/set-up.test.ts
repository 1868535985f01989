import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "#bench/generate/random.mjs";
import {
  codeOf,
  listEvents,
  postLogin,
  switchOnSecondFactor,
  whatHappened,
} from "#tests/setup/calls/account-calls.ts";
import { runCommand } from "#tests/setup/calls/backup.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  printedPasswords,
  setUpKey,
  setUpLink,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import {
  mailEnv,
  startMailServer,
  type MailServer,
} from "#tests/setup/processes/mail-server.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  setUpSite,
  site,
  statusAt,
  statusOf,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

const OTHER = "seven grey pebbles, one blue";
const names = { site_name: "Wren’s Rocks", memorial_name: "Wren" };

const statusAs = (cookie: string, address = "/api/rocks") =>
  statusAt(address, { cookie });
const changeTo = (password: string, cookie: string) =>
  statusOf("PUT /api/account/password", { password }, { cookie });
const loginStatus = async (fields: Record<string, string>, headers = {}) =>
  (await postLogin(site, { username: "admin", ...fields }, headers)).status;
const startOpen = () => useOwnSite({ ADMIN_PASSWORD: "" });
const anything = expect.any(String) as string;

describe("a site without a password of its own", () => {
  let mailServer: MailServer;
  let cookie: string;
  const env: Record<string, string> = {
    ADMIN_PASSWORD: "",
    TRUST_PROXY: "true",
    LOGIN_LIMIT: "3/15m",
    DIGEST_TO: "me@example.org",
  };
  beforeAll(async () => {
    mailServer = await startMailServer();
    Object.assign(env, mailEnv(mailServer));
    return mailServer.stop;
  });
  setUpSite({ env });
  const links = () => site.lines.filter((line) => line.startsWith("Set up: "));
  const from = { "X-Forwarded-For": "203.0.113.7" };
  const wrongKey = async (headers: Record<string, string> = from) =>
    (await postSetUp(site, undefined, { ...headers, key: "wrong" })).status;
  const wrongLogin = () => loginStatus({ password: "wrong" }, from);

  test.each([
    ["short", {}],
    ["password123", {}],
    ["wrens rocks", { site_name: "Wren’s Rocks" }],
    [undefined, {}],
  ])("refuses %s with %j at its field", async (password, names) => {
    expect(await postSetUp(site, { password, ...names })).toMatchObject({
      status: 400,
      body: { fields: { password: anything } },
    });
    expect(site.count("site_texts")).toBe(0);
    expect(await setUpState(site)).toBe(200);
  });

  test("closes the set-up when the password of the start is replaced", async () => {
    const own = await site.signIn(printedPasswords(site)[0]);
    expect(await changeTo(OTHER, own)).toBe(204);
    expect(await setUpState(site)).toBe(410);
    await site.signIn(OTHER);
    site.alter("DELETE FROM secrets WHERE name IN ('password', 'admin')");
  });

  test("prints one line with a link at each start, whose key alone opens the set-up", async () => {
    expect(links()).toHaveLength(1);
    expect(setUpLink(site.lines)).toMatch(/\/setup#[\w-]{32}$/);
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
    const refused = { what: "sign-in-refused", times: 3 };
    expect(listEvents(site)[0]).toMatchObject(refused);
    // From everywhere, more than the site takes from all together.
    for (let n = 0; n < 70; n++)
      await wrongKey({ "X-Forwarded-For": `198.51.${n}.1` });
    const body = { password: NEW_PASSWORD, ...names, contact_email: "" };
    const claimed = await postSetUp(site, body, from);
    ({ cookie } = claimed);
    expect([claimed.status, claimed.body]).toEqual([201, { state: "done" }]);
    // The password counts as just entered.
    expect(await statusAs(cookie, "/api/account/confirmation")).toBe(204);
    const texts = await call("GET /api/site-texts", undefined, { cookie });
    const contact_email = "hello@example.org";
    expect(texts.body).toMatchObject({ ...names, contact_email });
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
    expect(await statusAs(cookie)).toBe(200);
    expect(whatHappened(site)).toContain("set-up");
  });

  test("ends every session but the one that changes the password, and a mail tells", async () => {
    const other = await site.signIn(NEW_PASSWORD);
    expect(await changeTo("password123", cookie)).toBe(400);
    mailServer.mails.length = 0;
    expect(await changeTo(OTHER, cookie)).toBe(204);
    expect(await statusAs(cookie)).toBe(200);
    expect(await statusAs(other)).toBe(401);
    await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
    await site.signIn(OTHER);
    expect(whatHappened(site)).toContain("password-changed");
    await until(() =>
      mailServer.mails.some(
        ({ subject }) => subject === "The password was changed",
      ),
    );
  });
});

test("of 100 claims at once one wins, and ends the sessions of the password of the start @soak", async () => {
  await startOpen();
  const [first] = printedPasswords(site);
  const cookie = await site.signIn(first);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      postSetUp(site, { password: `${NEW_PASSWORD} ${n}` }),
    ),
  );
  const winners = answers.flatMap(({ status }, n) => (status === 201 ? n : []));
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(99);
  await site.signIn(`${NEW_PASSWORD} ${winners[0]}`);
  expect(await statusAs(cookie)).toBe(401);
  await expect(site.signIn(first)).rejects.toThrow("401");
});

/** `SEED=17 npm run test:unit -- tests/api/account/set-up.test.ts` kills at the same moments again. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));

test("a set-up that is killed at any moment is open or done, never locked @soak", async () => {
  const random = createRandom(seed);
  await startOpen();
  const began = performance.now();
  await postSetUp(site, { password: "password123" });
  const usual = performance.now() - began + 100;
  for (let n = 0; n < 12; n++) {
    const claim = postSetUp(site, { password: NEW_PASSWORD, ...names }).catch(
      () => undefined,
    );
    await Promise.race([claim, setTimeout(usual * random.next())]);
    await site.kill("SIGKILL");
    const answer = await claim;
    await site.restart();
    const state = await setUpState(site);
    const named = `seed ${seed}, kill ${n}`;
    expect([200, 410], named).toContain(state);
    if (answer) expect([answer.status, state], named).toEqual([201, 410]);
    expect(site.count("site_texts"), named).toBe(state === 410 ? 2 : 0);
    if (state === 200) continue;
    await site.signIn(NEW_PASSWORD);
    site.alter(
      "DELETE FROM secrets WHERE name IN ('password', 'admin'); DELETE FROM site_texts",
    );
    await site.restart();
  }
  expect((await postSetUp(site)).status).toBe(201);
});

test("ADMIN_PASSWORD wins over the password that was chosen, which counts again without it @soak", async () => {
  await startOpen();
  const { cookie } = await postSetUp(site);
  await site.restart({ ADMIN_PASSWORD: "another long password" });
  expect(await setUpState(site)).toBe(410);
  expect(await statusAs(cookie)).toBe(401);
  const own = await site.signIn("another long password");
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  await site.restart({ ADMIN_PASSWORD: "" });
  expect(await statusAs(own)).toBe(401);
  await site.signIn(NEW_PASSWORD);
});

test("with ADMIN_PASSWORD nothing is set up, changed or reset @soak", async () => {
  await useOwnSite();
  expect(() => setUpLink(site.lines)).toThrow("no link");
  expect(await setUpState(site)).toBe(410);
  expect((await postSetUp(site, undefined, { key: "x" })).status).toBe(410);
  const cookie = await site.signIn();
  expect(await changeTo(OTHER, cookie)).toBe(409);
  const env = { ADMIN_PASSWORD: site.adminPassword };
  expect(await runCommand("reset-password", site, undefined, env)).toEqual({
    code: 1,
    said: expect.stringContaining("ADMIN_PASSWORD is set") as string,
  });
  expect(await statusAs(cookie)).toBe(200);
});

test("the command that resets the password ends every session, and prints a link to choose another; a second factor stays on @soak", async () => {
  await startOpen();
  const { cookie } = await postSetUp(site);
  const { secret } = await switchOnSecondFactor(site, cookie);
  const env = { PUBLIC_URL: site.baseURL };
  const { said } = await runCommand("reset-password", site, undefined, env);
  expect(await statusAs(cookie)).toBe(401);
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  const key = setUpKey(said.split("\n"));
  expect(said).toContain(`\nSet up: ${site.baseURL}/setup#${key}`);
  const claim = (code?: string) =>
    postSetUp(site, { password: OTHER, code }, { key });
  expect(await claim()).toMatchObject({
    status: 403,
    body: { fields: { password: anything, code: anything } },
  });
  expect((await claim("000000")).status).toBe(403);
  expect((await claim(codeOf(secret))).status).toBe(201);
  expect(await loginStatus({ password: OTHER })).toBe(401);
  expect(whatHappened(site)).toContain("password-reset");
});

test.each(["reset-password", "reset-second-factor"] as const)(
  "without a site, %s says so",
  async (command) => {
    const nowhere = { databasePath: "/nowhere/site.sqlite", mediaDir: "/no" };
    expect(await runCommand(command, nowhere)).toEqual({
      code: 1,
      said: expect.stringContaining("There is no site here") as string,
    });
  },
);

test("a site whose password is made of its own names doesn't start, and says why in one line without it", async () => {
  const env = { ADMIN_PASSWORD: "Wrens Rocks!", SITE_NAME: "Wren’s Rocks" };
  const said = await startSite({ env }).then(
    ({ stop }) => stop().then(() => "it started"),
    (error: Error) => error.message,
  );
  expect(said.split("\n").filter((line) => line.includes("names"))).toEqual([
    expect.stringMatching(
      /^ADMIN_PASSWORD is set to something it can't be.*made of the site’s own names/,
    ),
  ]);
  expect(said).not.toContain(env.ADMIN_PASSWORD);
});
