import { randomUUID } from "node:crypto";
import {
  openAdmin,
  openSection,
  pressAndConfirm,
} from "#tests/setup/calls/admin.ts";
import { addPosts, addRock } from "#tests/setup/calls/rocks.ts";
import {
  askToFollow,
  linkTo,
  mailServer,
  test,
} from "#tests/setup/e2e/mail.ts";
import { holdBack, visit } from "#tests/setup/e2e/pages.ts";
import { expectAccessibleOnScreens, PHONE } from "#tests/setup/e2e/screens.ts";
import { fillForm, submit, thanks } from "#tests/setup/e2e/share-form.ts";
import {
  fill,
  hasFocus,
  press,
  pressBy,
  sees,
  seesA,
  seesNo,
} from "#tests/setup/e2e/steps.ts";
import { context, expect, page, site } from "#tests/setup/e2e/test.ts";
import { mailsTo } from "#tests/setup/processes/mail-server.ts";

/** Another one for each test, because an address gets three mails a day that ask. */
let me = "";
test.beforeEach(() => {
  me = `${randomUUID()}@example.org`;
  addRock(site, 214);
});

const followed = () =>
  site.query(
    "SELECT rock_number, address, confirmed FROM followers ORDER BY rock_number, address",
  );

test.describe("the form", () => {
  const form = () =>
    page.getByRole("form", { name: "Tell me when this rock moves on" });
  const field = () => form().getByLabel("Your e-mail address");
  const button = () =>
    form().getByRole("button", { name: "Tell me when this rock moves on" });
  const isSent = () =>
    expect(
      page.getByRole("status").filter({
        hasText: "If the address is right, a mail is on its way.",
      }),
    ).toBeFocused();

  test("on a rock's page asks for an address, by keyboard alone", async () => {
    await page.setViewportSize(PHONE);
    await visit("/rocks/214");
    await field().focus();
    await page.keyboard.type(me);
    await page.keyboard.press("Enter");
    await isSent();
    await linkTo(me);
    await page.keyboard.press("Tab");
    await hasFocus("button", "Use another address");
    await page.keyboard.press("Enter");
    await expect(field()).toHaveValue("");
    expect(followed()).toEqual([
      { rock_number: 214, address: me, confirmed: 0 },
    ]);
  });

  test("in 'Thank You!' has the address of the find's form, and asks nobody before the press @soak", async () => {
    const upload = await fillForm("On the harbour wall.");
    await fill("Email", me, { in: upload });
    await submit(upload).click();
    await expect(thanks()).toBeVisible();
    await expect(field()).toHaveValue(me);
    await expectAccessibleOnScreens();
    expect(followed()).toEqual([]);
    await button().click();
    await isSent();
    await expectAccessibleOnScreens();
    await linkTo(me);
    expect(
      site.query(
        "SELECT own_finds FROM followers WHERE own_finds = (SELECT json_array(uuid) FROM rock_posts)",
      ),
    ).toHaveLength(1);
  });

  test("says at the field what is wrong, and of a lost or busy site that it is, and keeps what was typed @soak", async () => {
    await visit("/rocks/214");
    const alert = form().getByRole("alert");
    for (const wrong of ["", "me", "me@example"]) {
      await field().fill(wrong);
      await button().click();
      await expect(field()).toHaveAttribute("aria-invalid", "true");
      await expect(field()).toBeFocused();
      await expect(alert).toBeVisible();
    }
    await expectAccessibleOnScreens();

    await field().fill(me);
    await context.setOffline(true);
    await button().click();
    await expect(alert).toHaveText("The site could not be reached.");
    await expect(field()).toHaveValue(me);
    await context.setOffline(false);
    await page.route("**/follow", (route) => route.abort(), { times: 1 });
    await button().click();
    await expect(alert).toHaveText("The site could not be reached.");
    expect(mailsTo(mailServer, me)).toEqual([]);

    const release = await holdBack("**/follow");
    await button().click();
    await expect(button()).toBeDisabled();
    await expect(alert).toHaveCount(0);
    release();
    await isSent();
    await linkTo(me);
  });
});

test.describe("the link", () => {
  const confirmAll = () =>
    site.alter("UPDATE followers SET confirmed = 1, expires_hour = NULL");
  const says = (heading: string) =>
    expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  const GONE = "This link doesn’t work any more";
  const TOLD = "You will be told when rock 214 moves on";

  /** Each time in a tab without what the last one knew. */
  async function open(link: string) {
    await page.goto("about:blank");
    await page.goto(link);
  }

  test("asks once more, one press confirms, and another one stops; its key is in no address", async () => {
    await askToFollow(me);
    const link = await linkTo(me);
    const asked: string[] = [];
    page.on("request", (request) =>
      asked.push(`${request.url()} ${request.headers().referer ?? ""}`),
    );
    await open(link);
    await says("Shall we tell you when rock 214 moves on?");
    await expectAccessibleOnScreens();
    expect(followed()).toMatchObject([{ confirmed: 0 }]);
    await page.keyboard.press("Tab");
    await pressBy("Enter", "Yes, tell me");
    await says(TOLD);
    await hasFocus("heading", TOLD);
    expect(followed()).toMatchObject([{ confirmed: 1 }]);

    await open(link);
    await says(TOLD);
    await page.keyboard.press("Tab");
    await pressBy("Enter", "Stop the mails about rock 214");
    await says("You won’t be told any more");
    await hasFocus("heading", "You won’t be told any more");
    await sees("We have deleted your e-mail address.");
    await expectAccessibleOnScreens();
    expect(followed()).toEqual([]);

    for (const gone of [link, "/follow"]) {
      await open(gone);
      await says(GONE);
      await seesA("link", "See where the rocks are");
    }
    await expectAccessibleOnScreens();
    expect(asked.join()).toContain("/api/follow");
    expect(asked.join()).not.toContain(link.split("#")[1]);
  });

  test("names what else the address follows, and stops one or all @soak", async () => {
    const links: string[] = [];
    for (const rock of [214, 7, 9]) {
      await askToFollow(me, rock);
      links.push(await linkTo(me, links.length + 1));
    }
    confirmAll();
    await open(links[0]!);
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

    await open(links[2]!);
    await press("Stop the mails about all 2 rocks");
    await sees("We have deleted your e-mail address.");
    expect(followed()).toEqual([]);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("says what to do instead, and doesn’t seem to load for ever", async () => {
      await page.goto("/follow");
      await says("Follow a rock");
      await expect(page.getByText("Loading…")).toBeHidden();
      const [instead] = await page.locator("noscript").allTextContents();
      expect(instead).toContain("answer one of them");
      expect(instead).toContain("open the link in another browser");
    });
  });

  /** Everything that is known of followers. */
  const rows = () =>
    ["followers", "stopped_followers", "news", "told", "outbox"].map((table) =>
      site.query(`SELECT * FROM ${table}`),
    );
  const linksIn = (text = "") =>
    (text.match(/https?:\/\/[^\s"'<>]+/g) ?? []).filter((link) =>
      link.startsWith(site.baseURL),
    );

  test("confirms nothing and stops nobody when a scanner opens every link of every mail in a browser, scripts running @soak", async () => {
    await askToFollow("told@example.org");
    await linkTo("told@example.org");
    confirmAll();
    await addPosts(site, [{ rock: 214, at: [56.2, -2.7] }]);
    site.alter("UPDATE news SET shown_hour = -9");
    await askToFollow(me);
    const link = await linkTo(me);
    await linkTo("told@example.org", 2);
    const links = new Set(
      mailServer.mails.flatMap(({ text, html, headers }) =>
        [text, html, ...headers.map(({ value }) => value)].flatMap(linksIn),
      ),
    );
    expect([...links].join("\n")).toMatch(/\/rocks\/214$/m);
    expect([...links].join("\n")).toMatch(/\/one-click\?key=/);
    expect(links).toContain(link);
    await expect.poll(() => site.count("outbox")).toBe(0);
    const before = rows();
    for (const each of links) {
      const tab = await context.newPage();
      await tab.goto(each, { waitUntil: "commit" });
      await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
      await seesNo("Loading…", { in: tab });
      await tab.waitForLoadState("networkidle");
      await tab.mouse.move(200, 200);
      await tab.mouse.wheel(0, 2000);
      await tab.close();
    }
    expect(rows()).toEqual(before);

    // The same link as its receiver opens it.
    await page.goto(link);
    await press("Yes, tell me");
    await says(TOLD);
  });
});

test.describe("the admin", () => {
  /** Followers of a rock who have confirmed. */
  const addFollowers = (rock: number, addresses: string[]) => {
    for (const address of addresses)
      site.alter(`INSERT INTO followers (id, rock_number, address, confirmed)
         VALUES (lower(hex(randomblob(16))), ${rock}, '${address}', 1)`);
  };
  test.beforeEach(() => {
    addFollowers(214, ["a@example.org", "b@example.org"]);
    addFollowers(7, ["a@example.org"]);
  });

  test("sees how many follow a rock, and removes them all after a confirmation", async () => {
    const cell = page
      .getByRole("row", { name: "214" })
      .locator("[data-label=Followers]");
    await page.setViewportSize(PHONE);
    await openAdmin("Rocks");
    await expect(cell).toHaveText("2");
    await press("Edit rock 214");
    const dialog = page.getByRole("dialog", { name: "Edit Rock 214" });
    await sees("2 people are told by mail when it moves on.", { in: dialog });
    await expectAccessibleOnScreens();
    await page.setViewportSize(PHONE);

    await pressAndConfirm(
      dialog.getByRole("button", { name: "Remove all followers" }),
      "Remove all followers of rock 214? Their addresses are deleted and can't be brought back.",
      () => expect(followed()).toHaveLength(3),
    );
    await sees("Nobody is told by mail when it moves on.", { in: dialog });
    await sees("Rock 214 has no followers any more");
    expect(followed()).toMatchObject([{ rock_number: 7 }]);
    await press("Cancel", { in: dialog });
    await expect(cell).toHaveText("0");
  });

  test("sees how many follow the site's rocks, and removes an address that is entered and listed nowhere @soak", async () => {
    await openAdmin("Site");
    const box = await openSection("Followers");
    await expect(box).toContainText("2 addresses follow 2 rocks.");
    await expect(box).not.toContainText("@");
    await expectAccessibleOnScreens();
    const field = box.getByLabel("Address of somebody who asks to be removed");
    const remove = box.getByRole("button", { name: "Remove this address" });
    await field.fill("a@example");
    await remove.click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill("nobody@example.org");
    await remove.click();
    await sees("nobody@example.org follows no rock");
    await field.fill("A@example.org");
    await field.press("Enter");
    await sees("A@example.org was removed from 2 rocks");
    await expect(field).toHaveValue("");
    await expect(box).toContainText("1 address follows 1 rock.");
    expect(followed()).toMatchObject([{ address: "b@example.org" }]);
  });
});
