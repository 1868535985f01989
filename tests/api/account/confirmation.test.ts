import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  ageConfirmations,
  codeOf,
  forgetUsedCodes,
  listEvents,
  switchOnSecondFactor,
} from "#tests/setup/calls/account-calls.ts";
import {
  call,
  cookie,
  send,
  setUpSite,
  site,
  type Refused,
} from "#tests/setup/vitest/site.ts";

setUpSite({ env: { LOGIN_LIMIT: "9/15m", TRUST_PROXY: "true" } });

const PATH = "/api/account/confirmation";

/** What asks for the password again, each with its answer once it was entered. */
const RISKY: [method: string, path: string, status: number, body?: object][] = [
  ["GET", PATH, 204],
  ["PUT", "/api/account/password", 409, { password: "four small words here" }],
  ["POST", "/api/account/second-factor", 201],
  ["PUT", "/api/account/second-factor", 400, { code: "000000" }],
  ["DELETE", "/api/account/second-factor", 409],
  ["POST", "/api/account/recovery-codes", 409],
  ["DELETE", "/api/account/sessions/none", 404],
  ["POST", "/api/keepsake", 202, { form: "private" }],
  ["GET", "/api/keepsake/private.zip", 200],
  ["GET", "/api/export/journeys.csv", 200],
  ["GET", "/api/export/journeys.geojson", 200],
  ["GET", "/api/export/history.csv", 200],
  ["GET", "/api/backups/none/download", 404],
  ["POST", "/api/backups/none/restore", 404],
  ["POST", "/api/mail-test", 503, {}],
  ["DELETE", "/api/account/sessions", 204],
];

beforeAll(async () => {
  await site.sendFind();
  await call("POST /api/keepsake", { form: "private" });
  await call("POST /api/keepsake", { form: "public" });
  await site.untilIdle();
});
beforeEach(() => ageConfirmations(site));

const rows = () => [
  site.query("SELECT * FROM second_factor"),
  site.query("SELECT id_hash FROM admin_sessions"),
  site.query("SELECT job_id FROM jobs"),
];

test("what is risky is refused when the password was entered over ten minutes ago, and nothing is changed", async () => {
  await site.signIn();
  ageConfirmations(site);
  const before = rows();
  for (const [method, path, , body] of RISKY) {
    const answer = await send(`${method} ${path}`, body);
    expect([method, path, answer.status]).toEqual([method, path, 403]);
    expect((await answer.json()) as Refused).toMatchObject({
      error: "Please enter your password again for this.",
      fields: { password: expect.any(String) as string },
    });
  }
  expect(rows()).toEqual(before);
});

test("everything else works on for as long as the session does", async () => {
  for (const [method, path, status, body] of [
    ["GET", "/api/journey-admin", 200],
    ["GET", "/api/trash", 200],
    ["GET", "/api/account/sessions", 200],
    ["GET", "/api/account/events", 200],
    ["GET", "/api/account/second-factor", 200],
    ["GET", "/api/export/rocks.csv", 200],
    ["GET", "/api/keepsake/public.zip", 200],
    ["POST", "/api/keepsake", 202, { form: "public" }],
    ["DELETE", "/api/journey-admin/1", 204],
    ["DELETE", "/api/trash/1", 204],
  ] as const) {
    const answer = await send(`${method} ${path}`, body);
    await answer.arrayBuffer();
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
});

test("the password opens it all for ten minutes, and for this session alone", async () => {
  const other = await site.signIn();
  ageConfirmations(site);
  const right = { password: site.adminPassword };
  expect((await call(`POST ${PATH}`, right)).status).toBe(204);
  const refused = await call(`GET ${PATH}`, undefined, { cookie: other });
  expect(refused.status).toBe(403);
  for (const [method, path, status, body] of RISKY) {
    const answer = await send(`${method} ${path}`, body);
    await answer.arrayBuffer();
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
  ageConfirmations(site);
  expect((await call(`GET ${PATH}`)).status).toBe(403);
});

test("a wrong password is a wrong sign-in: it is limited, noted, and ends nothing", async () => {
  const confirm = async (password: string) => {
    const from = { cookie, "X-Forwarded-For": "203.0.113.7" };
    return (await call(`POST ${PATH}`, { password }, from)).status;
  };
  for (let n = 0; n < 9; n++)
    expect(await confirm("not the password")).toBe(403);
  expect(await confirm("not the password")).toBe(429);
  expect(await confirm(site.adminPassword)).toBe(429);
  expect((await call("GET /api/rocks")).status).toBe(200);
  expect(listEvents(site)[0]).toMatchObject({
    what: "sign-in-refused",
    times: 9,
  });
});

test("with the second factor on, it takes a code too, and doesn't tell which of the two is wrong", async () => {
  await call(`POST ${PATH}`, { password: site.adminPassword });
  const { secret, recoveryCodes } = await switchOnSecondFactor(site, cookie);
  ageConfirmations(site);
  expect((await call<Refused>(`GET ${PATH}`)).body.fields).toHaveProperty(
    "code",
  );

  const enter = (password: string, code?: string) =>
    call<Refused>(`POST ${PATH}`, { password, code });
  const refusals = [
    await enter(site.adminPassword),
    await enter(site.adminPassword, "000000"),
    await enter("not the password", codeOf(secret)),
  ];
  for (const { status, body } of refusals)
    expect([status, body]).toEqual([403, refusals[0]!.body]);
  expect((await enter(site.adminPassword, codeOf(secret))).status).toBe(204);
  ageConfirmations(site);
  forgetUsedCodes(site);
  expect((await enter(site.adminPassword, recoveryCodes[3])).status).toBe(204);
  expect((await call("DELETE /api/account/second-factor")).status).toBe(204);
});
