import { addPosts } from "#tests/setup/calls/rocks.ts";
import { keyIn } from "#tests/setup/processes/mail-server.ts";
import { context, expect, page, site } from "#tests/setup/browser/browser.ts";
import { linkTo, test } from "#tests/setup/browser/mail.ts";

/** Everything that is known of followers. */
const rows = () =>
  site
    .query<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table'
       AND (name LIKE 'follow%' OR name IN ('stopped_followers', 'news', 'told'))`,
    )
    .map(({ name }) => [name, site.query(`SELECT * FROM "${name}"`)]);

const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)]
    .map(([link]) => link)
    .filter((link) => link.startsWith(site.baseURL));

/** What a program does that looks whether the links of a mail are harmless. */
async function scan(links: Iterable<string>) {
  for (const link of links) {
    const tab = await context.newPage();
    await tab.goto(link, { waitUntil: "commit" });
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(tab.getByText("Loading…")).toHaveCount(0);
    await tab.waitForLoadState("networkidle");
    await tab.mouse.move(200, 200);
    await tab.mouse.wheel(0, 2000);
    await tab.close();
    await fetch(link, { method: "HEAD" });
  }
}

test("a scanner that opens every link of every mail in a browser, scripts running, confirms nothing and stops nobody", async ({
  mailServer,
}) => {
  await addPosts(site, [{ rock: 214 }]);
  for (const email of ["asked@example.org", "told@example.org"]) {
    await site.fetch("/api/rocks/214/follow", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email }),
    });
    await linkTo(mailServer, email);
  }
  site.alter(
    "UPDATE followers SET confirmed = 1, expires_dt = NULL WHERE address = 'told@example.org'",
  );
  const links = new Set(
    mailServer.mails.flatMap(({ text = "", html = "", headers }) => [
      ...linksIn(text),
      ...linksIn(html),
      ...headers
        .filter(({ key }) => key === "list-unsubscribe")
        .flatMap(({ value }) => linksIn(value)),
    ]),
  );
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
  await page.goto(`/follow#${keyIn(mailServer.mails[0]!)}`);
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(
    page.getByRole("heading", { name: "You will be told" }),
  ).toBeVisible();
});
