import {
  expect,
  page,
  site,
  test,
  press,
  pressLink,
  seesA,
  sees,
} from "#tests/setup/browser/browser.ts";
import { untilAlive } from "#tests/setup/browser/rocks.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";

const SOCIAL = "https://group.example/rocks";

const keepText = (key: string, value: string) =>
  site.alter(`INSERT OR REPLACE INTO site_texts VALUES ('${key}', '${value}')`);

test.describe("the navigation bar", () => {
  test("has the logo, which leads home, and six items in their order", async () => {
    await page.goto("/sudc");
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(nav.locator("img[src^='/logo.webp']")).toBeVisible();
    await expect(nav.getByRole("listitem")).toHaveText([
      "Home",
      "Share Your Rock",
      "Photos",
      "Track The Rocks",
      "Map",
      "SUDC",
    ]);
    await nav.locator("a:has(img)").click();
    await expect(page).toHaveURL("/");
  });

  test("marks the item whose path is exactly the page's @soak", async () => {
    for (const [path, label] of [
      ["/", "Home"],
      ["/share-your-rock", "Share Your Rock"],
      ["/photos", "Photos"],
      ["/track-the-rocks", "Track The Rocks"],
      ["/map", "Map"],
      ["/sudc", "SUDC"],
    ] as const) {
      await page.goto(path);
      await expect(page.locator("nav [aria-current=page]")).toHaveText(label);
    }
    await page.goto("/all-rocks");
    await expect(page.locator("nav [aria-current=page]")).toHaveCount(0);
  });

  test.describe("on a phone", () => {
    test.use({ viewport: PHONE });

    test("the hamburger opens and closes the menu, and the page does not scroll meanwhile", async () => {
      await page.goto("/");
      await untilAlive(page);
      const map = page.getByRole("link", { name: "Map", exact: true });
      await expect(map).toBeHidden();
      await press("Open the menu");
      await expect(map).toBeVisible();
      await page.mouse.move(200, 780);
      await page.mouse.wheel(0, 600);
      await page.keyboard.press("PageDown");
      await expect
        .poll(() =>
          page.evaluate(
            () => getComputedStyle(document.documentElement).overflow,
          ),
        )
        .toBe("hidden");
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await press("Close the menu");
      await expect(map).toBeHidden();
    });

    test("a click outside the menu closes it, and Escape does @soak", async () => {
      await page.goto("/privacy");
      await untilAlive(page);
      const map = page.getByRole("link", { name: "Map", exact: true });
      const open = page.getByRole("button", { name: "Open the menu" });
      await open.click();
      await expect(map).toBeVisible();
      await page.mouse.click(195, 800);
      await expect(map).toBeHidden();
      await open.click();
      await page.keyboard.press("Escape");
      await expect(map).toBeHidden();
      await expect(open).toBeFocused();
    });

    test("a click on a link closes the menu and goes to the top of its page @soak", async () => {
      await page.goto("/privacy");
      await untilAlive(page);
      await page.evaluate(() => window.scrollTo(0, 400));
      await press("Open the menu");
      await pressLink("SUDC", { exact: true });
      await expect(page).toHaveURL("/sudc");
      await expect(
        page.getByRole("link", { name: "Map", exact: true }),
      ).toBeHidden();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    });
  });
});

test.describe("the home page", () => {
  test("has a hero that fills the screen, with picture, title, subtitle and dates", async () => {
    site.alter("DELETE FROM site_texts");
    await page.goto("/");
    const hero = page.locator(".hero");
    const box = (await hero.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(page.viewportSize()!.height - 1);
    await expect(hero.locator("img")).toHaveAttribute(
      "src",
      "/media/bkg/home_bkg.webp",
    );
    await expect(hero.getByRole("heading", { level: 1 })).not.toBeEmpty();
    await expect(hero.locator(".home-title p")).toHaveText([
      /^For /,
      /\d{4} – .*\d{4}/,
    ]);
  });

  test("tells the long story: birth, death at about two and a half, adventure and rocks, why the site was made @soak", async () => {
    await page.goto("/");
    const story = page.locator(".story");
    for (const words of [
      "was born early in the morning",
      "two and a half years old",
      "Small adventures",
      "every good stone",
      "Why we made this site",
    ])
      await expect(story).toContainText(words);
    await expect(story.getByRole("link", { name: /^sudden/ })).toHaveAttribute(
      "href",
      "/sudc",
    );
  });

  test("says what the family has written, as text that runs nothing @soak", async () => {
    keepText("hero_title", "Stones for Wren");
    keepText(
      "story",
      "## Wren\n\nLoved *stones* <b onclick=alert(1)>much</b>.",
    );
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Stones for Wren",
    );
    await expect(page.locator(".story")).toContainText(
      "Loved stones <b onclick=alert(1)>much</b>.",
    );
    await expect(page.locator(".story em")).toHaveText("stones");
    site.alter("DELETE FROM site_texts");
  });

  test("has a floating 'Share Your Rock' button that goes to the top of that page", async () => {
    await page.goto("/");
    await untilAlive(page);
    await page.evaluate(() => window.scrollTo(0, 1500));
    const button = page.locator(".float");
    await expect(button).toHaveText("Share Your Rock");
    await expect(button).toBeInViewport();
    await button.click();
    await expect(page).toHaveURL("/share-your-rock");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("has nothing that moves for longer than 5 seconds @soak", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/");
    await untilAlive(page);
    await expect(page.locator(".home-scroll")).toBeVisible();
    const long = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ effect }) => Number(effect!.getComputedTiming().endTime) > 5000,
          ).length,
    );
    expect(long).toBe(0);
  });

  test("its scroll-down icon goes to the story, by click and by Enter @soak", async () => {
    await page.goto("/");
    await untilAlive(page);
    const icon = page.getByRole("button", { name: /^Scroll down/ });
    const heading = page.locator(".story h2").first();
    const atEnd = page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          document.addEventListener("scrollend", () => resolve(), {
            once: true,
          }),
        ),
    );
    await icon.click();
    await expect(heading).toBeInViewport();
    // A scroll that is still under way would go on after the next one.
    await atEnd;
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await icon.focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => window.scrollY))
      .toBeGreaterThan(400);
  });
});

test.describe("who comes from a QR code", () => {
  test("goes on to /, is greeted with the rock's number, and led to the form with it", async () => {
    await page.goto("/qr?r=308");
    await expect(page).toHaveURL("/");
    expect(
      await page.evaluate(() => sessionStorage.getItem("rock_num_qr")),
    ).toBe("308");
    await expect(page.locator("nav [aria-current=page]")).toHaveText("Home");
    const greeting = page.getByRole("complementary");
    await expect(greeting.getByRole("heading")).toHaveText(
      "You found rock 308",
    );
    await greeting.getByRole("link", { name: "Upload Your Rock" }).click();
    await expect(page.getByLabel("Rock Number")).toHaveValue("308");
  });

  test("is led to that rock's journey, if it has one @soak", async () => {
    const sent = await site.sendFind({
      rockNumber: "309",
      location: "A wall in Oban",
      comment: "It looked at me.",
      date: "2026-05-17",
    });
    const { uuid } = (await sent.json()) as { uuid: string };
    site.alter(`UPDATE rock_posts SET show = 1 WHERE uuid = '${uuid}'`);
    await page.goto("/qr?r=309");
    const greeting = page.getByRole("complementary");
    await expect(greeting).toContainText("It has been on one journey.");
    await greeting.getByRole("link", { name: "See where it has been" }).click();
    await expect(page).toHaveURL(/rock/);
    await expect(page.getByText("A wall in Oban").first()).toBeVisible();
  });

  test("with something else for a number is not greeted, and comes home all the same @soak", async () => {
    for (const number of ["", "abc", "1e3", "-5", "100001", "7;DROP"]) {
      await page.goto(`/qr?r=${encodeURIComponent(number)}`);
      await expect(page, number).toHaveURL("/");
      await expect(page.locator(".hero")).toBeVisible();
      await expect(page.locator(".greeting"), number).toHaveCount(0);
    }
  });
});

test.describe("the footer", () => {
  test("has a Contact Us popup with the address; its button, Escape and the overlay close it, a click inside does not", async () => {
    await page.goto("/privacy");
    await untilAlive(page);
    const open = page.getByRole("button", { name: "Contact Us" });
    const popup = page.getByRole("dialog", { name: "Contact Us" });
    await open.click();
    await expect(
      popup.getByRole("link", { name: "hello@example.org" }),
    ).toHaveAttribute("href", "mailto:hello@example.org");
    await popup.getByText("Write to us at").click();
    await expect(popup).toBeVisible();
    await popup.getByRole("button", { name: "Close" }).click();
    await expect(popup).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    await open.click();
    // A press that begins inside, such as one that marks text, closes nothing.
    await popup.getByText("Write to us at").hover();
    await page.mouse.down();
    await page.mouse.move(4, 4);
    await page.mouse.up();
    await expect(popup).toBeVisible();
    await page.mouse.click(4, 4);
    await expect(popup).toBeHidden();
  });

  test("links to the social group in a new tab once there is one, and to privacy @soak", async () => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "Privacy" })).toBeVisible();
    await expect(footer.getByRole("link", { name: /social/ })).toHaveCount(0);
    keepText("social_url", SOCIAL);
    await page.reload();
    const link = footer.getByRole("link", { name: /social group/ });
    await expect(link).toHaveAttribute("href", SOCIAL);
    await expect(link).toHaveAttribute("target", "_blank");
    site.alter("DELETE FROM site_texts");
  });
});

test("the Coming Soon popup stands in for the social group on the pages, never in the footer @soak", async () => {
  expect(site.query("SELECT * FROM site_texts")).toEqual([]);
  await page.goto("/share-your-rock");
  await press("our social group");
  const popup = page.getByRole("dialog", { name: "Coming Soon" });
  await expect(popup).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(popup).toBeHidden();
});

test("an unknown address and a failure show 'Unexpected Application Error!' with status, in the site's own look @soak", async () => {
  await page.goto("/no/such/page");
  await seesA("heading", "Unexpected Application Error!");
  await sees("404 Not Found");
  await seesA("navigation", "Main");
  await pressLink("Go to the home page");
  await expect(page).toHaveURL("/");
});
