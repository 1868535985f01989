import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addRock, emptyRocks } from "#tests/setup/calls/rocks.ts";
import {
  keyIn,
  mailEnv,
  type MailServer,
  mailsTo,
  mailTo,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { bearer } from "#tests/setup/calls/review-calls.ts";
import {
  call,
  changeSettings,
  expectStatuses,
  send,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

let server: MailServer;
/** Addresses that have got no mail yet, others for each test. */
let me: string;
let you: string;
let tests = 0;
beforeAll(async () => {
  server = await startMailServer();
  const takeBack = await changeSettings(mailEnv(server));
  return async () => {
    await takeBack();
    await server.stop();
  };
});
beforeEach(() => {
  emptyRocks(site);
  site.alter("DELETE FROM followers");
  me = `me${++tests}@example.org`;
  you = `you${tests}@example.org`;
  server.mails.length = 0;
});

const ask = (email: string, rock = 17) =>
  send(`POST /api/rocks/${rock}/follow`, { email }, nobody);

/** The address in a mail's header to which a mail program posts. */
function oneClickIn({ headers }: MailServer["mails"][number]) {
  const { value } = headers.find(({ key }) => key === "list-unsubscribe")!;
  return /^<([^>]+)>, <mailto:rocks@example\.org/.exec(value)![1]!;
}

/** One press in a mail program, from anywhere. */
const press = (address: string) =>
  fetch(address, {
    method: "POST",
    headers: {
      Origin: "https://mail.example.com",
      "Sec-Fetch-Site": "cross-site",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "List-Unsubscribe=One-Click",
  });

const nobody = {};
const read = (key: string) => call("GET /api/follow", undefined, bearer(key));
const confirm = (key: string) =>
  call("POST /api/follow/confirm", undefined, bearer(key));
const stop = (key: string, body?: object) =>
  statusOf("POST /api/follow/stop", body, bearer(key));
const rows = () => site.query("SELECT rock_number, address FROM followers");

/** An address that follows a rock, by the key of its mail. */
async function follower(email: string, rock = 17) {
  const before = mailsTo(server, email).length;
  await ask(email, rock);
  const key = keyIn(await mailTo(server, email, before));
  await confirm(key);
  return key;
}

describe("asking", () => {
  test("sends one mail with a link, and nothing more until it is confirmed", async () => {
    const answer = await ask(me);
    expect(answer.status).toBe(202);
    expect(await answer.text()).toBe("");
    const mail = await mailTo(server, me);
    expect(mail.subject).toBe("Tell you when rock 17 moves on?");
    expect(mail.html).toContain(`${site.baseURL}/follow#${keyIn(mail)}"`);
    const key = keyIn(mail);
    const follows = { rock_number: 17, state: "unconfirmed", others: [] };
    expect((await read(key)).body).toEqual(follows);
    expect((await confirm(key)).body).toEqual({ rock_number: 17 });
    expect((await read(key)).body).toEqual({ ...follows, state: "confirmed" });
    expect((await confirm(key)).status).toBe(200);
    expect(server.mails).toHaveLength(1);
    const refused = await ask("me@example");
    expect(refused.status).toBe(400);
    expect(await refused.json()).toHaveProperty("fields.email");
  });

  test("takes a plain form from a browser alone, and answers it in the form's language", async () => {
    const sendForm = (Accept: string, lang = "de") =>
      site.fetch("/api/rocks/17/follow", {
        method: "POST",
        headers: { Accept },
        body: new URLSearchParams({ email: me, lang }),
      });
    for (const accept of ["*/*", "application/json"])
      expect((await sendForm(accept)).status).toBe(415);
    const answer = await sendForm("text/html,*/*;q=0.8");
    expect(answer.status).toBe(202);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("content-security-policy")).toContain(
      "script-src 'self';",
    );
    expect(await answer.text()).toContain('<html lang="de" dir="ltr">');
    expect(site.query("SELECT lang FROM followers")).toEqual([{ lang: "de" }]);
    const arabic = await sendForm("text/html", "ar");
    expect(await arabic.text()).toContain('<html lang="ar" dir="rtl">');
  });
});

describe("stopping", () => {
  test("forgets the address at once, and may be repeated", async () => {
    const key = await follower(me);
    expect([await stop(key), await stop(key)]).toEqual([204, 204]);
    expect(rows()).toEqual([]);
    expect((await read(key)).status).toBe(401);
    expect((await confirm(key)).status).toBe(401);
  });

  test("stops one rock, or all that the address follows", async () => {
    const key = await follower(me, 17);
    const other = await follower(me, 18);
    await follower(you, 18);
    await stop(key);
    expect(rows()).toHaveLength(2);
    const third = await follower(me, 19);
    await stop(other, { all: true });
    expect(rows()).toEqual([{ rock_number: 18, address: you }]);
    expect((await read(third)).status).toBe(401);
  });

  test("takes one press in a mail program, from anywhere; opening the same address changes nothing", async () => {
    const key = await follower(me);
    const [mail] = server.mails;
    expect(mail!.raw).toMatch(
      /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im,
    );
    const address = oneClickIn(mail!);
    expect(address).toBe(`${site.baseURL}/api/follow/one-click?key=${key}`);
    const opened = await fetch(address);
    expect(await opened.json()).toEqual({ page: `/follow#${key}` });
    const page = await fetch(address, { headers: { Accept: "text/html" } });
    const wrong = await fetch(address.replace("?", "//?"), {
      headers: { Accept: "text/html" },
    });
    expect(wrong.status).toBe(404);
    expect(await wrong.json()).toHaveProperty("error");
    expect(page.headers.get("content-security-policy")).toContain(
      "script-src 'self';",
    );
    expect(page.headers.get("referrer-policy")).toMatch(/no-referrer$/);
    const html = await page.text();
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain("<title>Stop these mails · ");
    expect(html).toContain(`href="/follow#${key}"`);
    expect(rows()).toHaveLength(1);
    for (let n = 0; n < 2; n++) expect((await press(address)).status).toBe(204);
    expect(rows()).toEqual([]);
    // Other programs send something else.
    for (const [n, body] of [undefined, new FormData(), "a text"].entries()) {
      await follower(`${n}.${me}`);
      const other = oneClickIn(server.mails.at(-1)!);
      expect((await fetch(other, { method: "POST", body })).status).toBe(204);
      expect(rows()).toEqual([]);
    }
  });
});

describe("the admin", () => {
  test("sees how many follow each rock and removes them all", async () => {
    addRock(site, 17);
    await follower(me);
    await follower(you);
    await ask("unconfirmed@example.org");
    await mailTo(server, "unconfirmed@example.org");
    const rocks = await call("GET /api/rocks");
    expect(rocks.body[0]).toMatchObject({ rock_number: 17, followers: 2 });
    const { rc_key } = rocks.body[0]!;
    const counts = { addresses: 2, rocks: 1, unconfirmed: 1, bounced: 0 };
    expect((await call("GET /api/followers")).body).toMatchObject(counts);
    await expectStatuses([[`DELETE /api/rocks/${rc_key}/followers`, 204]]);
    expect(rows()).toEqual([]);
  });

  test("sees who follows rocks that the catalogue doesn't have, and removes them", async () => {
    addRock(site, 17);
    await follower(me, 17);
    await follower(me, 404);
    await follower(you, 404);
    const listed = async () =>
      (await call("GET /api/followers")).body.uncatalogued;
    expect(await listed()).toEqual([{ rock_number: 404, followers: 2 }]);
    const remove = "DELETE /api/followers/rocks/404";
    for (let n = 0; n < 2; n++) expect(await statusOf(remove)).toBe(204);
    expect(await listed()).toEqual([]);
    expect(rows()).toEqual([{ rock_number: 17, address: me }]);
  });

  test("removes an address that asks for it", async () => {
    await follower(me, 17);
    await follower(me, 18);
    await follower(you, 18);
    const remove = (email: string) =>
      call("POST /api/followers/remove", { email });
    expect((await remove(` ${me.toUpperCase()}`)).body).toEqual({ removed: 2 });
    expect((await remove(me)).body).toEqual({ removed: 0 });
    expect(rows()).toEqual([{ rock_number: 18, address: you }]);
  });
});

test("no answer, no log and no key in the database tell who follows", async () => {
  const key = await follower("secret@example.org");
  addRock(site, 17);
  for (const path of ["/api/rocks", "/api/followers", "/rocks/17"])
    expect(await (await send(`GET ${path}`)).text()).not.toContain("secret@");
  expect(site.lines.join("\n")).not.toMatch(/secret@/);
  expect(site.lines.join("\n")).not.toContain(key);
  expect(
    JSON.stringify(site.query("SELECT * FROM follower_keys")),
  ).not.toContain(key);
});
