import { addPosts } from "#tests/setup/calls/rocks.ts";
import { keyIn } from "#tests/setup/processes/mail-server.ts";
import { context, expect, page, site } from "#tests/setup/browser/browser.ts";
import { linkTo, test } from "#tests/setup/browser/mail.ts";
import { press, seesA, seesNo } from "#tests/setup/browser/steps.ts";

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

test("a scanner that opens every link of every mail in a browser, scripts running, confirms nothing and stops nobody", async ({
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
