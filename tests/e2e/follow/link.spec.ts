import { randomUUID } from "node:crypto";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import { expect, page, site } from "#tests/setup/browser/browser.ts";
import { linkTo, test } from "#tests/setup/browser/mail.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import type { MailServer } from "#tests/setup/processes/mail-server.ts";
import { press, pressBy, sees, seesA } from "#tests/setup/browser/steps.ts";

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
