import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ageConfirmations,
  codeOf,
  countSessions,
  forgetUsedCodes,
  listEvents,
  postLogin,
  switchOnSecondFactor,
  type SecondFactor,
  whatHappened,
} from "#tests/setup/calls/account-calls.ts";
import { runCommand } from "#tests/setup/calls/backup.ts";
import { readLog } from "#tests/setup/log.ts";
import {
  mailEnv,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  changeSettings,
  cookie,
  expectStatuses,
  forThisTest,
  setUpSite,
  site,
  statusOf,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => changeSettings({ LOGIN_LIMIT: "3/15m" }));

const PATH = "/api/account/second-factor";
const CONFIRMATION = "/api/account/confirmation";
let visitors = 0;

/** An address of a network that has tried nothing yet. */
const fresh = () => ({ "X-Forwarded-For": `198.51.${++visitors}.7` });
const admin = () => ({ username: "admin", password: site.adminPassword });

describe("what is risky", () => {
  /** What asks for the password again, each with its answer once it was entered. */
  const RISKY: [request: string, status: number, body?: object][] = [
    [`GET ${CONFIRMATION}`, 204],
    ["PUT /api/account/password", 409, { password: "four small words here" }],
    [`POST ${PATH}`, 201],
    [`PUT ${PATH}`, 400, { code: "000000" }],
    [`DELETE ${PATH}`, 409],
    ["POST /api/account/recovery-codes", 409],
    ["DELETE /api/account/sessions/none", 404],
    ["PUT /api/settings", 200, {}],
    ["GET /api/keepsake/private.zip", 200],
    ["POST /api/keepsake", 202, { form: "private" }],
    ["GET /api/export/journeys.csv", 200],
    ["GET /api/export/journeys.geojson", 200],
    ["GET /api/export/history.csv", 200],
    ["GET /api/backups/none/download", 404],
    ["POST /api/backups/none/restore", 404],
    ["POST /api/mail-test", 503, {}],
    ["DELETE /api/account/sessions", 204],
  ];
  const rows = () => [
    site.query("SELECT * FROM second_factor"),
    site.query("SELECT id_hash FROM admin_sessions"),
    site.query("SELECT job_id FROM jobs"),
  ];
  beforeAll(async () => {
    await call("POST /api/keepsake", { form: "private" });
    await site.untilIdle();
  });
  beforeEach(() => ageConfirmations(site));

  test("is refused when the password was entered over ten minutes ago, and changes nothing", async () => {
    await site.signIn();
    ageConfirmations(site);
    const before = rows();
    await expectStatuses(
      RISKY.map(([request, , body]) => [request, 403, body]),
    );
    const { body } = await call("GET /api/account/confirmation");
    expect(body).toMatchObject({
      error: "Please enter your password again for this.",
      fields: { password: expect.any(String) as string },
    });
    expect(rows()).toEqual(before);
  });

  test("is not what works on for as long as the session does", async () => {
    await site.addFind();
    await expectStatuses([
      ["GET /api/journey-admin", 200],
      ["GET /api/trash", 200],
      ["GET /api/account/sessions", 200],
      ["GET /api/account/events", 200],
      [`GET ${PATH}`, 200],
      ["GET /api/export/rocks.csv", 200],
      ["GET /api/keepsake/public.zip", 404],
      ["POST /api/keepsake", 202, { form: "public" }],
      ["DELETE /api/journey-admin/1", 204],
      ["DELETE /api/trash/1", 204],
    ]);
  });

  test("is open for ten minutes after the password, and for this session alone", async () => {
    const other = { cookie: await site.signIn() };
    ageConfirmations(site);
    const right = { password: site.adminPassword };
    await expectStatuses([[`POST ${CONFIRMATION}`, 204, right]]);
    await expectStatuses([[`GET ${CONFIRMATION}`, 403]], other);
    await expectStatuses(RISKY);
    ageConfirmations(site);
    await expectStatuses([[`GET ${CONFIRMATION}`, 403]]);
  });

  test("stays closed after a wrong password, which is limited and noted as a wrong sign-in, and ends nothing", async () => {
    const from = { cookie, ...fresh() };
    const confirm = (password: string) =>
      statusOf(`POST ${CONFIRMATION}`, { password }, from);
    for (const status of [403, 403, 403, 429])
      expect(await confirm("not the password")).toBe(status);
    expect(await confirm(site.adminPassword)).toBe(429);
    expect(await statusOf("GET /api/rocks")).toBe(200);
    expect(listEvents(site)[0]).toMatchObject({
      what: "sign-in-refused",
      times: 3,
    });
  });
});

test("the second factor is off until a code of the app has come, and neither its secret nor its ten codes are in the database", async () => {
  await call(`POST ${CONFIRMATION}`, { password: site.adminPassword });
  const begun = await call("POST /api/account/second-factor");
  expect(begun.headers.get("cache-control")).toBe("no-store");
  const first = begun.body.secret;
  expect(new URL(begun.body.address).searchParams.get("secret")).toBe(first);
  const refuse = async (code: string) => {
    expect(await call(`PUT ${PATH}`, { code })).toMatchObject({
      status: 400,
      body: { fields: { code: expect.any(String) as string } },
    });
  };
  await refuse(codeOf(first, 20));
  // One that is begun again has another secret.
  await call(`POST ${PATH}`);
  await refuse(codeOf(first));
  expect((await call(`GET ${PATH}`)).body).toMatchObject({ on_dt: null });
  expect((await postLogin(site, admin(), fresh())).status).toBe(302);

  const { secret, recoveryCodes } = await switchOnSecondFactor(site, cookie);
  expect(new Set(recoveryCodes).size).toBe(10);
  const stored = JSON.stringify([
    site.query("SELECT * FROM second_factor"),
    site.query("SELECT * FROM recovery_codes"),
  ]);
  expect(stored).not.toContain(secret);
  for (const code of recoveryCodes) {
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(stored).not.toContain(code.replaceAll("-", ""));
  }
  expect(await statusOf(`POST ${PATH}`)).toBe(409);
  const now = (await call(`GET ${PATH}`)).body;
  expect(now).toMatchObject({ codes_left: 10, is_readable: true });
  expect(await statusOf(`DELETE ${PATH}`)).toBe(204);
});

describe("with the second factor on", () => {
  let factor: SecondFactor;
  beforeAll(async () => {
    factor = await switchOnSecondFactor(site, await site.signIn());
  });
  beforeEach(() => forgetUsedCodes(site));

  const code = (steps = 0) => codeOf(factor.secret, steps);
  const enter = async (entered: string) =>
    (await postLogin(site, { ...admin(), code: entered }, fresh())).status;

  test("a sign-in takes two steps, and the password alone begins no session", async () => {
    const from = fresh();
    const before = countSessions(site);
    const first = await postLogin(site, admin(), from);
    expect(first.status).toBe(401);
    expect(first.text).toContain("Now enter the code");
    expect(first.cookies).toHaveLength(1);
    expect(first.cookies[0]).toMatch(/^admin-code=.*HttpOnly.*SameSite=Strict/);
    expect(countSessions(site)).toBe(before);
    const pending = { cookie: first.cookie };
    expect(await statusOf("GET /api/rocks", undefined, pending)).toBe(401);

    const step = () =>
      postLogin(site, { code: code() }, { ...from, ...pending });
    const second = await step();
    expect(second.status).toBe(302);
    expect(second.cookies).toContainEqual(
      expect.stringMatching(/^admin-code=;.*Max-Age=0/),
    );
    const own = { cookie: second.cookie };
    expect(await statusOf("GET /api/rocks", undefined, own)).toBe(200);
    // The step was used up with its sign-in.
    forgetUsedCodes(site);
    expect(await step()).toMatchObject({
      status: 401,
      text: expect.stringContaining("That took too long") as string,
    });
  });

  test("each code counts once, and so does one of the step before or after", async () => {
    const [before, now, next] = [code(-1), code(), code(1)];
    for (const steps of [-3, 3]) expect(await enter(code(steps))).toBe(401);
    expect(await enter(now)).toBe(302);
    expect(await enter(now)).toBe(401);
    // A code that is older than the used one is used up too.
    expect(await enter(before)).toBe(401);
    expect(await enter(next)).toBe(302);
    // The step may end while the code is on its way.
    await until(async () => {
      forgetUsedCodes(site);
      return (await enter(code(-1))) === 302;
    });
  });

  test("a wrong password looks like a wrong code, and uses up none", async () => {
    const right = code();
    for (const fields of [
      { ...admin(), password: "wrong", code: right },
      { ...admin(), code: "000000" },
      { ...admin(), code: "neither form" },
    ]) {
      const { status, cookies, text } = await postLogin(site, fields, fresh());
      expect([status, cookies]).toEqual([401, []]);
      expect(text).toContain("Invalid credentials");
      expect(text).not.toContain("code is not right");
    }
    expect(await enter(right)).toBe(302);
  });

  test("a recovery code counts in any grouping and case, once, and is told of; new ones end the old", async () => {
    const [one = "", two = "", old = ""] = factor.recoveryCodes;
    expect(await enter(one)).toBe(302);
    expect(await enter(one)).toBe(401);
    const typed = two.replaceAll("-", " ").toUpperCase().replaceAll("0", "O");
    expect(await enter(` ${typed}`)).toBe(302);
    expect((await call(`GET ${PATH}`)).body).toMatchObject({ codes_left: 8 });
    expect(whatHappened(site)).toContain("recovery-code-used");
    const made = await call("POST /api/account/recovery-codes");
    expect(made.status).toBe(201);
    expect(await enter(old)).toBe(401);
    expect(await enter(made.body.recovery_codes[0]!)).toBe(302);
  });

  test("a recovery code that an earlier version made still counts, once", async () => {
    const code = "0123456789abcdefghjkmnpqrstv";
    site.alter(
      `INSERT INTO recovery_codes (code_hash) VALUES ('${createHash("sha256").update(code).digest("hex")}')`,
    );
    expect(await enter(code)).toBe(302);
    expect(await enter(code)).toBe(401);
  });

  test("a wrong code counts as a wrong sign-in", async () => {
    const from = fresh();
    const { cookie } = await postLogin(site, admin(), from);
    const guess = (guessed: string) =>
      postLogin(site, { code: guessed }, { ...from, cookie });
    for (const status of [401, 401, 401, 429])
      expect((await guess("000000")).status).toBe(status);
    const past = await guess(code());
    expect(past.status).toBe(429);
    expect(Number(past.retryAfter)).toBeGreaterThan(0);
    expect((await postLogin(site, admin(), from)).status).toBe(429);
  });

  test("a step waits five minutes for its code, in its own browser, and may be left", async () => {
    const from = fresh();
    const begin = async () => ({
      ...from,
      cookie: (await postLogin(site, admin(), from)).cookie,
    });
    const step = async (headers: Record<string, string>, fields: object = {}) =>
      (await postLogin(site, { code: code(), ...fields }, headers)).status;
    expect(await step(from)).toBe(401);
    const late = await begin();
    site.alter(`UPDATE pending_sign_ins SET expires_at = expires_at - 300000`);
    expect(await step(late)).toBe(401);
    const left = await begin();
    expect((await postLogin(site, { again: "yes" }, left)).status).toBe(302);
    expect(site.query("SELECT * FROM pending_sign_ins")).toEqual([]);
    expect(await step(left)).toBe(401);
  });

  test("the password is confirmed with a code too, and nobody is told which of the two is wrong", async () => {
    ageConfirmations(site);
    const { body } = await call("GET /api/account/confirmation");
    expect(body).toHaveProperty("fields.code");
    const confirm = (password: string, code?: string) => {
      const from = { cookie, ...fresh() };
      return call(`POST ${CONFIRMATION}`, { password, code }, from);
    };
    const refusals = [
      await confirm(site.adminPassword),
      await confirm(site.adminPassword, "000000"),
      await confirm("not the password", code()),
    ];
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([403, refusals[0]!.body]);
    expect((await confirm(site.adminPassword, code())).status).toBe(204);
  });

  test("it is the password's alone again once it is switched off", async () => {
    await expectStatuses([
      [`DELETE ${PATH}`, 204],
      [`DELETE ${PATH}`, 409],
      ["POST /api/account/recovery-codes", 409],
    ]);
    expect(await site.signIn()).toMatch(/^admin=/);
    expect(site.query("SELECT * FROM recovery_codes")).toEqual([]);
  });
});

test("with another SESSION_SECRET the app's codes are wrong, a recovery code still works, and so does the operator's command; mails tell of it @soak", async () => {
  const mailServer = await forThisTest(startMailServer());
  const [first, second] = [1, 2].map((n) => ({
    SESSION_SECRET: `key ${n} of this site`,
  }));
  const DIGEST_TO = "me@example.org";
  await useOwnSite({ ...first, ...mailEnv(mailServer), DIGEST_TO });
  const enter = (code: string) => postLogin(site, { ...admin(), code });
  const { secret, recoveryCodes } = await switchOnSecondFactor(site, cookie);
  await site.restart(second);
  expect(
    readLog(site.lines).map(({ message }) => String(message)),
  ).toContainEqual(expect.stringContaining("npm run reset-second-factor"));
  expect((await enter(codeOf(secret))).status).toBe(401);
  const entered = await enter(recoveryCodes[0]!);
  expect(entered.status).toBe(302);
  const headers = { cookie: entered.cookie };
  const state = await call(`GET ${PATH}`, undefined, headers);
  expect(state.body).toMatchObject({ is_readable: false });

  // The first key reads it again.
  await site.restart(first);
  forgetUsedCodes(site);
  expect((await enter(codeOf(secret))).status).toBe(302);

  const reset = async () =>
    (await runCommand("reset-second-factor", site)).said;
  expect(await reset()).toContain("The second factor is off");
  const own = { cookie: await site.signIn() };
  expect(whatHappened(site).slice(0, 2)).toEqual([
    "signed-in",
    "second-factor-reset",
  ]);
  expect(await reset()).toContain("off already");

  await switchOnSecondFactor(site, own.cookie);
  await statusOf(`DELETE ${PATH}`, undefined, own);
  const told = () => new Set(mailServer.mails.map(({ subject }) => subject));
  await until(() => told().size >= 3);
  expect([...told()].sort()).toEqual([
    "A recovery code was used",
    "The second factor was switched off",
    "The second factor was switched on",
  ]);
});
