import { randomUUID } from "node:crypto";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { context, expect, page, site } from "#tests/setup/e2e/test.ts";
import { linkTo, test } from "#tests/setup/e2e/mail.ts";
import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";
import type { MailServer } from "#tests/setup/processes/mail-server.ts";
import { press, pressBy, sees, seesA, seesNo } from "#tests/setup/e2e/steps.ts";
import { keyIn } from "#tests/setup/processes/mail-server.ts";

/** Another one for each test, because an address gets three mails a day that ask. */
let me = "";
test.beforeEach(() => void (me = `${randomUUID()}@example.org`));

async function ask(rock: number, server: MailServer, count: number) {
  await site.fetch(`/api/rocks/${rock}/follow`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: me }),
  });
  return linkTo(server, me, count);
}

const confirmAll = () =>
  site.alter("UPDATE followers SET confirmed = 1, expires_hour = NULL");
const followed = () =>
  site.query(
    "SELECT rock_number, confirmed FROM followers ORDER BY rock_number",
  );
const heading = () => page.getByRole("heading", { level: 1 });

/** Each time in a tab without what the last one knew. */
async function open(link: string) {
  await page.goto("about:blank");
  await page.goto(link);
}

test("the link asks once more, one press confirms, and another one stops", async ({
  mailServer,
}) => {
  addRocks(site, [[214]]);
  const link = await ask(214, mailServer, 1);
  await open(link);
  await expect(heading()).toHaveText(
    "Shall we tell you when rock 214 moves on?",
  );
  await expectAccessibleOnScreens();
  expect(followed()).toEqual([{ rock_number: 214, confirmed: 0 }]);
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Yes, tell me" }).press("Enter");
  await expect(heading()).toHaveText("You will be told when rock 214 moves on");
  await expect(heading()).toBeFocused();
  expect(followed()).toEqual([{ rock_number: 214, confirmed: 1 }]);

  await open(link);
  await expect(heading()).toHaveText("You will be told when rock 214 moves on");
  await page.keyboard.press("Tab");
  await pressBy("Enter", "Stop the mails about rock 214");
  await expect(heading()).toHaveText("You won’t be told any more");
  await expect(heading()).toBeFocused();
  await sees("We have deleted your e-mail address.");
  await expectAccessibleOnScreens();
  expect(followed()).toEqual([]);

  await open(link);
  await expect(heading()).toHaveText("This link doesn’t work any more");
  await expectAccessibleOnScreens();
});

test("the page names what else the address follows, and stops one or all @soak", async ({
  mailServer,
}) => {
  const link = await ask(214, mailServer, 1);
  await ask(7, mailServer, 2);
  const last = await ask(9, mailServer, 3);
  confirmAll();
  await open(link);
  await seesA("heading", "You follow 2 other rocks too");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    "Rock 7",
    "Rock 9",
  ]);
  await expectAccessibleOnScreens();
  await press("Stop the mails about rock 214");
  await sees("You still follow these");
  await expectAccessibleOnScreens();
  expect(followed()).toMatchObject([{ rock_number: 7 }, { rock_number: 9 }]);

  await open(last);
  await press("Stop the mails about all 2 rocks");
  await sees("We have deleted your e-mail address.");
  expect(followed()).toEqual([]);
});

for (const [what, address] of [
  ["unknown", "/follow#AAAAAAAAAAAAAAAAAAAAAA"],
  ["missing", "/follow"],
] as const)
  test(`a link whose key is ${what} says so kindly @soak`, async () => {
    await page.goto(address);
    await expect(heading()).toHaveText("This link doesn’t work any more");
    await seesA("link", "See where the rocks are");
  });

test("the page puts the key into no address @soak", async ({ mailServer }) => {
  const link = await ask(214, mailServer, 1);
  const asked: string[] = [];
  page.on("request", (request) => {
    asked.push(`${request.url()} ${request.headers().referer ?? ""}`);
  });
  await open(link);
  await press("Yes, tell me");
  await expect(heading()).toHaveText("You will be told when rock 214 moves on");
  expect(asked.join()).toContain("/api/follow");
  expect(asked.join()).not.toContain(link.split("#")[1]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link says what to do instead, and doesn’t seem to load for ever @soak", async () => {
    await page.goto("/follow");
    await expect(heading()).toHaveText("Follow a rock");
    await expect(page.getByText("Loading…")).toBeHidden();
    const [instead] = await page.locator("noscript").allTextContents();
    expect(instead).toContain("answer one of them");
    expect(instead).toContain("open the link in another browser");
  });
});

/** Everything that is known of followers. */
const rows = () =>
  site
    .query<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table'
       AND (name LIKE 'follow%' OR name IN ('stopped_followers', 'news', 'told', 'outbox'))`,
    )
    .map(({ name }) => [name, site.query(`SELECT * FROM "${name}"`)]);

const askFor = (email: string) =>
  site.fetch("/api/rocks/214/follow", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });

const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)]
    .map(([link]) => link)
    .filter((link) => link.startsWith(site.baseURL));

/** Every way to ask for an address without a press. A browser that fetches a page ahead says so. */
const LOOKS: RequestInit[] = [
  {},
  { method: "HEAD" },
  { method: "OPTIONS" },
  { headers: { "Sec-Purpose": "prefetch", Purpose: "prefetch" } },
  { headers: { "Sec-Purpose": "prefetch;prerender" } },
];

/** What a program does that looks whether the links of a mail are harmless. */
async function scan(links: Iterable<string>) {
  for (const link of links) {
    for (const look of LOOKS) await (await fetch(link, look)).arrayBuffer();
    const tab = await context.newPage();
    await tab.goto(link, { waitUntil: "commit" });
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await seesNo("Loading…", { in: tab });
    await tab.waitForLoadState("networkidle");
    await tab.mouse.move(200, 200);
    await tab.mouse.wheel(0, 2000);
    await tab.close();
  }
}

test("a scanner that opens every link of every mail in a browser, scripts running, confirms nothing and stops nobody @soak", async ({
  mailServer,
}) => {
  await askFor("told@example.org");
  await linkTo(mailServer, "told@example.org");
  site.alter(
    "UPDATE followers SET confirmed = 1, expires_hour = NULL WHERE address = 'told@example.org'",
  );
  await addPosts(site, [{ rock: 214, at: [56.2, -2.7] }]);
  site.alter("UPDATE news SET shown_hour = -9");
  await askFor("asked@example.org");
  await linkTo(mailServer, "asked@example.org");
  await linkTo(mailServer, "told@example.org", 2);
  expect(mailServer.mails.map(({ subject }) => subject).sort()).toEqual([
    "Rock 214 moved on",
    "Tell you when rock 214 moves on?",
    "Tell you when rock 214 moves on?",
  ]);
  const links = new Set(
    mailServer.mails.flatMap(({ text = "", html = "", headers }) => [
      ...linksIn(text),
      ...linksIn(html),
      ...headers.flatMap(({ value }) => linksIn(value)),
    ]),
  );
  expect(links).toContain(`${site.baseURL}/rocks/214`);
  for (const mail of mailServer.mails) {
    expect(links).toContain(`${site.baseURL}/follow#${keyIn(mail)}`);
    expect(links).toContain(
      `${site.baseURL}/api/follow/one-click?key=${keyIn(mail)}`,
    );
  }
  const before = rows();
  await scan(links);
  expect(rows()).toEqual(before);

  // The same link as its receiver opens it.
  await page.goto(await linkTo(mailServer, "asked@example.org"));
  await press("Yes, tell me");
  await seesA("heading", "You will be told");
});
