import { beforeAll, describe, expect, test } from "vitest";
import { listEvents, postLogin } from "#tests/setup/calls/account-calls.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpKey,
  setUpLink,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

let site: Site;
const start = async () =>
  (site = await startSite({
    env: { ADMIN_PASSWORD: "", TRUST_PROXY: "true", LOGIN_LIMIT: "3/15m" },
  }));
const startForThisTest = () => forThisTest(start());

const readAs = async (cookie: string, address = "/api/rocks") =>
  (await site.fetch(address, { headers: { cookie } })).status;

test("each start prints one line with a link, whose key alone opens the set-up, and which signs in", async () => {
  await startForThisTest();
  const links = () => site.lines.filter((line) => line.startsWith("Set up: "));
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

  const { status, body, cookie } = await postSetUp(site, {
    password: NEW_PASSWORD,
    site_name: "Wren’s Rocks",
    memorial_name: "Wren",
    memorial_dates: "2019 – 2021",
    contact_email: "",
  });
  expect([status, body]).toEqual([201, { state: "done" }]);
  expect(await readAs(cookie)).toBe(200);
  // The password counts as just entered.
  expect(await readAs(cookie, "/api/account/confirmation")).toBe(204);
  const texts = await site.fetch("/api/site-texts", { headers: { cookie } });
  expect(await texts.json()).toMatchObject({
    site_name: "Wren’s Rocks",
    memorial_name: "Wren",
    memorial_dates: "2019 – 2021",
    contact_email: "hello@example.org",
  });

  expect(await setUpState(site)).toBe(410);
  expect((await postSetUp(site)).status).toBe(410);
  const stored = JSON.stringify(site.query("SELECT * FROM secrets"));
  expect(stored).not.toContain(NEW_PASSWORD);
  await site.restart();
  expect(links()).toHaveLength(2);
  expect(await readAs(cookie)).toBe(200);
  expect(await site.signIn(NEW_PASSWORD)).toMatch(/^admin=/);
  expect(listEvents(site).map(({ what }) => what)).toContain("set-up");
});

test("of 100 claims at once one wins, and the others are told that it is set up @soak", async () => {
  await startForThisTest();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      postSetUp(site, { password: `${NEW_PASSWORD} ${n}` }),
    ),
  );
  const winners = answers.flatMap(({ status }, n) => (status === 201 ? n : []));
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(99);
  expect(await site.signIn(`${NEW_PASSWORD} ${winners[0]}`)).toMatch(/^admin=/);
});

test("wrong keys are counted with wrong sign-ins, and never keep the right one out", async () => {
  await startForThisTest();
  const from = { "X-Forwarded-For": "203.0.113.7" };
  const wrong = () => postSetUp(site, undefined, { ...from, key: "wrong" });
  expect((await wrong()).status).toBe(401);
  const login = { username: "admin", password: "wrong" };
  expect((await postLogin(site, login, from)).status).toBe(401);
  const weak = await postSetUp(site, { password: "password123" }, from);
  expect(weak.status).toBe(400);
  expect((await wrong()).status).toBe(401);
  expect((await wrong()).status).toBe(429);
  expect((await postLogin(site, login, from)).status).toBe(429);
  expect(listEvents(site)[0]).toMatchObject({
    what: "sign-in-refused",
    times: 3,
  });
  // From everywhere, more than the site takes from all together.
  await Promise.all(
    Array.from({ length: 70 }, (_, n) =>
      postSetUp(site, undefined, {
        "X-Forwarded-For": `198.51.${n}.1`,
        key: "wrong",
      }),
    ),
  );
  expect((await postSetUp(site, undefined, from)).status).toBe(201);
});

describe("a refused password", () => {
  beforeAll(async () => (await start()).stop);

  test.each([
    ["short", {}],
    ["password123", {}],
    ["wrens rocks", { site_name: "Wren’s Rocks" }],
    [undefined, {}],
  ])(
    "%s with %j is named at its field, and nothing is changed",
    async (password, names) => {
      const { status, body } = await postSetUp(site, { password, ...names });
      expect([status, Object.keys(body.fields!)]).toEqual([400, ["password"]]);
      expect(site.query("SELECT * FROM site_texts")).toEqual([]);
      expect(await setUpState(site)).toBe(200);
    },
  );
});

test("the password of the start works until one is set, which ends its sessions @soak", async () => {
  await startForThisTest();
  const { password } = JSON.parse(
    site.lines.find((line) => line.includes("ADMIN_PASSWORD is not set"))!,
  ) as { password: string };
  const cookie = await site.signIn(password);
  expect((await postSetUp(site)).status).toBe(201);
  expect(await readAs(cookie)).toBe(401);
  await expect(site.signIn(password)).rejects.toThrow("401");
});

test("ADMIN_PASSWORD wins over the password that was chosen, which counts again without it @soak", async () => {
  await startForThisTest();
  const { cookie } = await postSetUp(site);
  await site.restart({ ADMIN_PASSWORD: "another long password" });
  expect(await setUpState(site)).toBe(410);
  expect(await readAs(cookie)).toBe(401);
  const own = await site.signIn("another long password");
  await expect(site.signIn(NEW_PASSWORD)).rejects.toThrow("401");
  await site.restart({ ADMIN_PASSWORD: "" });
  expect(await readAs(own)).toBe(401);
  const chosen = await site.signIn(NEW_PASSWORD);
  await site.restart({ ADMIN_USERNAME: "somebody" });
  expect(await readAs(chosen)).toBe(401);
  const answer = await postLogin(site, {
    username: "somebody",
    password: NEW_PASSWORD,
  });
  expect(answer.status).toBe(302);
});

test("with ADMIN_PASSWORD nothing is printed and nothing can be set up @soak", async () => {
  const closed = await forThisTest(startSite());
  expect(() => setUpLink(closed.lines)).toThrow("no link");
  expect(await setUpState(closed)).toBe(410);
  expect((await postSetUp(closed, undefined, { key: "x" })).status).toBe(410);
});
