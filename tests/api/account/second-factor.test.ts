import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  codeOf,
  countSessions,
  forgetUsedCodes,
  listEvents,
  postLogin,
  switchOnSecondFactor,
  type SecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  cookie,
  setUpSite,
  site,
  type Refused,
} from "#tests/setup/vitest/site.ts";

setUpSite({ env: { LOGIN_LIMIT: "3/15m", TRUST_PROXY: "true" } });

const PATH = "/api/account/second-factor";
let factor: SecondFactor;
let visitors = 0;

/** An address of a network that has tried nothing yet. */
const fresh = () => ({ "X-Forwarded-For": `198.51.${++visitors}.7` });
const admin = () => ({ username: "admin", password: site.adminPassword });

describe("the set-up", () => {
  test("changes nothing until a code of the app has come", async () => {
    const begun = await call<{ secret: string; address: string }>(
      `POST ${PATH}`,
    );
    expect(begun.status).toBe(201);
    expect(begun.headers.get("cache-control")).toBe("no-store");
    const { secret, address } = begun.body;
    expect(new URL(address).searchParams.get("secret")).toBe(secret);
    expect((await call(`GET ${PATH}`)).body).toMatchObject({ on_dt: null });
    expect((await postLogin(site, admin(), fresh())).status).toBe(302);

    const wrong = await call<Refused>(`PUT ${PATH}`, {
      code: codeOf(secret, 20),
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.fields).toHaveProperty("code");
    expect((await call(`GET ${PATH}`)).body).toMatchObject({ on_dt: null });
  });

  test("that is begun again has another secret, and the first one's codes are wrong", async () => {
    const begin = async () =>
      (await call<{ secret: string }>(`POST ${PATH}`)).body.secret;
    const first = await begin();
    const second = await begin();
    expect(first).not.toBe(second);
    expect((await call(`PUT ${PATH}`, { code: codeOf(first) })).status).toBe(
      400,
    );
  });

  test("ends with ten codes, and neither they nor the secret are in the database", async () => {
    factor = await switchOnSecondFactor(site, cookie);
    const { secret, recoveryCodes } = factor;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(
        /^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/,
      );
    const stored = JSON.stringify([
      site.query("SELECT * FROM second_factor"),
      site.query("SELECT * FROM recovery_codes"),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes)
      expect(stored).not.toContain(code.replaceAll("-", ""));
    expect((await call(`POST ${PATH}`)).status).toBe(409);
    expect((await call(`GET ${PATH}`)).body).toMatchObject({
      codes_left: 10,
      is_readable: true,
    });
  });
});

describe("a sign-in with the second factor on", () => {
  beforeAll(async () => {
    if (site.query("SELECT * FROM second_factor WHERE on_dt > ''").length === 0)
      factor = await switchOnSecondFactor(site, cookie);
  });
  beforeEach(() => forgetUsedCodes(site));

  test("takes two steps, and the password alone begins no session", async () => {
    const from = fresh();
    const before = countSessions(site);
    const first = await postLogin(site, admin(), from);
    expect(first.status).toBe(401);
    expect(first.text).toContain("Now enter the code");
    expect(first.cookies).toHaveLength(1);
    expect(first.cookies[0]).toMatch(/^admin-code=.*HttpOnly.*SameSite=Strict/);
    expect(countSessions(site)).toBe(before);
    const asAdmin = await call("GET /api/rocks", undefined, {
      cookie: first.cookie,
    });
    expect(asAdmin.status).toBe(401);

    const code = codeOf(factor.secret);
    const withPending = { ...from, cookie: first.cookie };
    const second = await postLogin(site, { code }, withPending);
    expect(second.status).toBe(302);
    expect(second.cookies).toContainEqual(
      expect.stringMatching(/^admin-code=;.*Max-Age=0/),
    );
    const own = { cookie: second.cookie };
    expect((await call("GET /api/rocks", undefined, own)).status).toBe(200);
    // The step was used up with its sign-in.
    forgetUsedCodes(site);
    const again = await postLogin(site, { code }, withPending);
    expect([again.status, again.text]).toEqual([
      401,
      expect.stringContaining("That took too long"),
    ]);
  });

  test("takes each code once, and one of the step before or after", async () => {
    const send = async (code: string) =>
      (await postLogin(site, { ...admin(), code }, fresh())).status;
    const [early, before, now, next, late] = [-3, -1, 0, 1, 3].map((steps) =>
      codeOf(factor.secret, steps),
    ) as [string, string, string, string, string];
    expect(await send(early)).toBe(401);
    expect(await send(late)).toBe(401);
    expect(await send(now)).toBe(302);
    expect(await send(now)).toBe(401);
    // A code that is older than the used one is used up too.
    expect(await send(before)).toBe(401);
    expect(await send(next)).toBe(302);
    // The step may end while the code is on its way.
    await until(async () => {
      forgetUsedCodes(site);
      return (await send(codeOf(factor.secret, -1))) === 302 || undefined;
    });
  });

  test("looks the same with a wrong password and with a wrong code, and uses up no code", async () => {
    const code = codeOf(factor.secret);
    const answers = [
      await postLogin(site, { ...admin(), password: "wrong", code }, fresh()),
      await postLogin(site, { ...admin(), code: "000000" }, fresh()),
      await postLogin(site, { ...admin(), code: "neither form" }, fresh()),
    ];
    for (const { status, cookies } of answers)
      expect([status, cookies]).toEqual([401, []]);
    const said = answers.map(
      ({ text }) => /Invalid credentials|code is not right/.exec(text)?.[0],
    );
    expect(new Set(said)).toEqual(new Set(["Invalid credentials"]));
    expect((await postLogin(site, { ...admin(), code }, fresh())).status).toBe(
      302,
    );
  });

  test("takes a recovery code in any grouping and case, once, and tells of it", async () => {
    const [one = "", two = ""] = factor.recoveryCodes;
    const send = (code: string) =>
      postLogin(site, { ...admin(), code }, fresh());
    expect((await send(one)).status).toBe(302);
    expect((await send(one)).status).toBe(401);
    const typed = two.replaceAll("-", " ").toUpperCase().replaceAll("0", "O");
    expect((await send(` ${typed}`)).status).toBe(302);
    expect((await call(`GET ${PATH}`)).body).toMatchObject({ codes_left: 8 });
    expect(listEvents(site).map(({ what }) => what)).toContain(
      "recovery-code-used",
    );
  });

  test("counts a wrong code as a wrong sign-in", async () => {
    const from = fresh();
    const { cookie } = await postLogin(site, admin(), from);
    const guess = () =>
      postLogin(site, { code: "000000" }, { ...from, cookie });
    for (let n = 0; n < 3; n++) expect((await guess()).status).toBe(401);
    const past = await guess();
    expect(past.status).toBe(429);
    expect(Number(past.retryAfter)).toBeGreaterThan(0);
    const right = { code: codeOf(factor.secret) };
    expect((await postLogin(site, right, { ...from, cookie })).status).toBe(
      429,
    );
    expect((await postLogin(site, admin(), from)).status).toBe(429);
  });

  test("waits five minutes for its code, in its own browser, and may be left", async () => {
    const from = fresh();
    const code = () => ({ code: codeOf(factor.secret) });
    const elsewhere = await postLogin(site, code(), from);
    expect(elsewhere.status).toBe(401);

    const late = await postLogin(site, admin(), from);
    site.alter(`UPDATE pending_sign_ins SET expires_at = expires_at - 300000`);
    expect(
      (await postLogin(site, code(), { ...from, cookie: late.cookie })).status,
    ).toBe(401);

    const left = await postLogin(site, admin(), from);
    const withLeft = { ...from, cookie: left.cookie };
    expect((await postLogin(site, { again: "yes" }, withLeft)).status).toBe(
      302,
    );
    expect(site.query("SELECT * FROM pending_sign_ins")).toEqual([]);
    expect((await postLogin(site, code(), withLeft)).status).toBe(401);
  });

  test("ends for everybody's old codes when there are new ones", async () => {
    const [old = ""] = factor.recoveryCodes.slice(-1);
    const made = await call("POST /api/account/recovery-codes");
    expect(made.status).toBe(201);
    const send = (code: string) =>
      postLogin(site, { ...admin(), code }, fresh());
    expect((await send(old)).status).toBe(401);
    expect((await send(made.body.recovery_codes[0]!)).status).toBe(302);
  });

  test("is the password's alone again once it is switched off", async () => {
    expect((await call(`DELETE ${PATH}`)).status).toBe(204);
    expect((await call(`DELETE ${PATH}`)).status).toBe(409);
    expect((await call("POST /api/account/recovery-codes")).status).toBe(409);
    fresh();
    expect(await site.signIn()).toMatch(/^admin=/);
    expect(site.query("SELECT * FROM recovery_codes")).toEqual([]);
  });
});
