import { openAdmin, openSection } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { fill, hasFocus, press, sees, seesA } from "#tests/setup/e2e/steps.ts";

const section = (title: string) =>
  page.getByRole("region", { name: title, exact: true });
/** By key, because a preview that follows what is typed may move the button. */
const save = (title: string) =>
  section(title)
    .getByRole("button", { name: "Save", exact: true })
    .press("Enter");
const saved = () =>
  expect(page.getByText("The site's texts were saved").last()).toBeVisible();

const story = () =>
  section("Story").getByLabel("Story (home page), in Markdown");

test("the admin changes the site's texts section by section, previewed as text that runs nothing, and every page says them", async () => {
  await openAdmin("Site");
  for (const [title, texts] of [
    [
      "Names",
      {
        "Site name": "Wren’s Rocks",
        "First name": "Wren",
        Dates: "May 2018 – June 2021",
        "Title of the home page": "Stones for Wren",
        "Line below the title": "Carried by many hands.",
      },
    ],
    [
      "Links and contact",
      {
        "Contact e-mail": "family@example.org",
        "Address of the social group": "https://group.example/wren",
        "Address for donations": "https://give.example/wren",
      },
    ],
    [
      "Story",
      { "Story (home page), in Markdown": "## Wren\n\nShe *loved* stones." },
    ],
    [
      "Awareness page",
      { "Text of the SUDC page, in Markdown": "What we **know**." },
    ],
  ] as const) {
    await openSection(title);
    for (const [label, text] of Object.entries(texts))
      await fill(label, text, { in: section(title) });
    await expect(section(title).locator("summary")).toContainText("Not saved");
    await save(title);
    await expect(section(title).locator("summary")).not.toContainText(
      "Not saved",
    );
    await hasFocus("button", "Save", { in: section(title) });
  }
  // The navigation has the new name without a reload.
  await expect(page.getByRole("banner")).toContainText("Wren’s Rocks");

  // The preview follows the typing, and runs nothing of it.
  const preview = section("Preview: Story (home page)");
  await story().fill(
    "## A *calm* place\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))",
  );
  await seesA("heading", "A calm place", { in: preview });
  await expect(preview).toContainText("<img src=x onerror=alert(1)>");
  await expect(preview.locator("img, a")).toHaveCount(0);

  for (const [path, texts] of [
    [
      "/",
      [
        "<title>Wren’s Rocks</title>",
        "Stones for Wren",
        "Carried by many hands.",
        "May 2018 – June 2021",
        "<em>loved</em>",
      ],
    ],
    ["/sudc", ["<strong>know</strong>", 'href="https://give.example/wren"']],
    [
      "/share-your-rock",
      ["mailto:family@example.org", 'href="https://group.example/wren"'],
    ],
  ] as const) {
    const html = await (await site.fetch(path)).text();
    for (const text of texts) expect(html, path).toContain(text);
  }
});

test("a section's Save leaves what is typed in another, which is saved after it without a question @soak", async () => {
  await openAdmin("Site");
  await openSection("Story");
  await story().fill("What is typed already");
  await openSection("Names");
  await fill("Dates", "May 2018 – June 2021", { in: section("Names") });
  await save("Names");
  await saved();
  await expect(story()).toHaveValue("What is typed already");
  expect(site.count("site_texts WHERE key = 'story'")).toBe(0);
  await save("Story");
  await expect(section("Story").locator("summary")).toContainText("Your own");
  expect(
    site.query("SELECT value FROM site_texts WHERE key = 'story'"),
  ).toEqual([{ value: "What is typed already" }]);
});

test("an address that names a section opens it, and the keyboard opens and closes any @soak", async () => {
  await openAdmin("Site#story");
  await expect(story()).toBeInViewport();
  const links = section("Links and contact");
  await expect(links.getByLabel("Contact e-mail")).toBeHidden();
  await links.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(links.getByLabel("Contact e-mail")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(links.getByLabel("Contact e-mail")).toBeHidden();
});

const translations = () =>
  page.getByRole("region", { name: "Translations", exact: true });
const title = () => translations().getByLabel("Title of the home page");
const saveThem = () => press("Save", { in: translations() });

/** How many texts German lacks, as the list of languages says. */
const missing = async () =>
  Number(
    /\d+/.exec(
      (await translations()
        .locator("option", { hasText: /^German:/ })
        .textContent())!,
    )![0],
  );

test("the admin translates a text beside its original, sees how many are missing, and takes it back @soak", async () => {
  site.alter("INSERT INTO site_texts VALUES ('hero_title', 'Stones for Wren')");
  await openAdmin("Site");
  await openSection("Translations");
  await translations().getByLabel("Language").selectOption("de");
  await sees("Stones for Wren", { in: translations() });
  const before = await missing();

  await title().fill("Steine für Robin");
  await expect(translations().locator("summary").first()).toContainText(
    "Not saved",
  );
  await expect(translations().getByLabel("Language")).toBeDisabled();
  await saveThem();
  await sees("The texts in German were saved");
  await expect(translations().locator("summary").first()).not.toContainText(
    "Not saved",
  );
  expect(await missing()).toBe(before - 1);

  await translations().getByLabel("Language").selectOption("fr");
  await expect(title()).toHaveValue("");
  await translations().getByLabel("Language").selectOption("de");
  await expect(title()).toHaveValue("Steine für Robin");
  await title().fill("");
  await saveThem();
  await expect.poll(missing).toBe(before);
});
