import * as v from "valibot";
import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { SiteTextsChange } from "#domain/site/schemas.ts";
import {
  findExamples,
  saveSiteTexts,
  siteNames,
  siteTexts,
} from "#domain/site/site-texts.server.ts";

const check = (changes: unknown) => v.safeParse(SiteTextsChange, changes);
const save = (changes: unknown) =>
  saveSiteTexts(v.parse(SiteTextsChange, changes));

test("the site's own texts read well before anybody has written any", () => {
  const texts = siteTexts();
  expect(texts.hero_title).toBe(texts.site_name);
  expect(texts.story).toContain(`${texts.memorial_name} was born`);
  expect(texts.sudc).toContain("https://sudc.org/facts-statistics");
  for (const [key, text] of Object.entries(texts))
    if (key !== "social_url") expect([key, text]).not.toEqual([key, ""]);
});

test("the site's own texts are known as examples, until each has been written, and made-up dates go with the made-up name", () => {
  expect(findExamples()).toEqual({ story: true, dates: true });
  save({ story: "Ours" });
  expect(findExamples()).toEqual({ story: false, dates: true });
  // The defaults that are still there take the memorial's name.
  save({ memorial_name: "Wren", story: null });
  expect(findExamples()).toEqual({ story: true, dates: false });
  expect(siteTexts()).toMatchObject({
    memorial_dates: "",
    story: expect.stringContaining("Wren was born"),
    hero_subtitle: expect.stringMatching(/^For Wren,/),
  });
  save({ memorial_name: null, memorial_dates: "2010 – 2019" });
  expect(findExamples()).toEqual({ story: true, dates: false });
  expect(siteTexts().memorial_dates).toBe("2010 – 2019");
  // A child may have the same name.
  save({ memorial_name: "Robin", memorial_dates: null });
  expect(findExamples()).toEqual({ story: true, dates: false });
  expect(siteTexts().memorial_dates).toBe("");
});

test("the site's own texts are saved one by one, exactly as typed, and the others stay as they are", () => {
  const before = siteTexts();
  const story = "  ## Wren\n\n<b>&amp;</b> ünïcode 🪨\n";
  expect(save({ story })).toMatchObject({ ...before, story });
  expect(siteTexts().story).toBe(story);
});

test("the site's own texts go back to their default with null, and those that pages need also when left blank", () => {
  const before = siteTexts();
  const donate_url = "https://a.example";
  save({ hero_title: "Stones", sudc: "Words", donate_url });
  expect(siteTexts().hero_title).toBe("Stones");
  save({ hero_title: " ", sudc: null, donate_url: "" });
  expect(siteTexts()).toEqual(before);
});

test("the site's own texts may be blank if the page works without it, and long ones are not sent to every page", () => {
  const blank = { memorial_dates: "", hero_subtitle: "", social_url: "" };
  expect(save(blank)).toMatchObject(blank);
  for (const long of ["story", "sudc"])
    expect(siteNames()).not.toHaveProperty(long);
});

test.each([
  ["contact_email", "not an address"],
  ["social_url", "http://group.example"],
  ["social_url", "javascript:alert(1)"],
  ["social_url", "group.example"],
  ["donate_url", "data:text/html,x"],
  ["site_name", "x".repeat(61)],
  ["memorial_dates", "x".repeat(61)],
  ["hero_title", "x".repeat(81)],
  ["hero_subtitle", "x".repeat(201)],
  ["story", "x".repeat(20_001)],
  ["sudc", "x".repeat(20_001)],
  ["site_name", 7],
])("the text %s refuses %s", (key, value) => {
  const { success, issues } = check({ [key]: value });
  expect(success).toBe(false);
  expect(v.getDotPath(issues![0])).toBe(key);
});

test.each([
  ["social_url", " https://group.example/rocks "],
  ["donate_url", "mailto:give@example.org"],
  ["contact_email", " family@example.org "],
])("the text %s takes %s, without the blanks around it", (key, value) => {
  expect(check({ [key]: value }).output).toEqual({ [key]: value.trim() });
});

const render = (text: string) => renderMarkdown(text, "en");

test("Markdown becomes headings below the page's own, paragraphs, lists, quotes and links", () => {
  const text =
    "# One\n\nA *calm* **word**.\n\n- a\n- b\n\n> said\n\n[here](/sudc)";
  expect(render(text).replace(/\n/g, "")).toBe(
    '<h2>One</h2><p>A <em>calm</em> <strong>word</strong>.</p><ul><li>a</li><li>b</li></ul><blockquote><p>said</p></blockquote><p><a href="/sudc">here</a></p>',
  );
});

test("Markdown opens links to elsewhere in a new tab, and says so", () => {
  expect(render("[there](https://elsewhere.example/a?b=1&c=2)")).toBe(
    '<p><a href="https://elsewhere.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">there<span class="sr" lang="en"> (opens in a new tab)</span></a></p>\n',
  );
  expect(render("[us](mailto:a@example.org)")).toContain(
    '<a href="mailto:a@example.org">us</a>',
  );
});

test.each([
  "<script>alert(1)</script>",
  "a <script><img src=x onerror=alert(1) b",
  '<img src=x onerror="alert(1)">',
  "before <b onclick=alert(1)>inline</b> after",
  "<!-- hidden --><style>*{}</style>",
  "```\n<script>\n```",
  "# <svg onload=alert(1)>",
  "[<img src=x onerror=alert(1)>](https://a.example)",
  '![<img src=x onerror=alert(1)>"](https://a.example/x.png)',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#115;cript:alert(1))",
  "[x](java\\tscript:alert(1))",
  "[x](<java\tscript:alert(1)>)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:x)",
  "[x](file:///etc/passwd)",
  "<javascript:alert(1)>",
  "[x][1]\n\n[1]: javascript:alert(1)",
  '[x](https://a.example" onclick="alert(1))',
])("Markdown makes no tag and no dangerous link of %j", (text) => {
  const html = render(text);
  expect(html).not.toMatch(/<(script|img|b|style|svg|!--)/i);
  for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
    const address = href.replace(/&amp;/g, "&");
    const { protocol } = new URL(address, "https://site.example");
    expect(protocol).toBe("https:");
  }
  expect(html).not.toMatch(/<a[^>]*\sonclick/);
});

test.each([
  ["quotes", ">".repeat(20_000)],
  ["lists", "- ".repeat(9_999) + "a"],
  ["quotes and lists", "> 1. ".repeat(3_999) + "a"],
  ["emphasis", "*".repeat(9_999) + "a" + "*".repeat(9_999)],
  ["alternating emphasis", "_a *b ".repeat(1_600) + "c* d_ ".repeat(1_600)],
  ["brackets", "[".repeat(9_999) + "a" + "](b)".repeat(2_000)],
])(
  "Markdown shows %s within each other as typed when they are too deep",
  (_, text) => {
    const html = render(`before\n\n${text}\n\nafter`);
    expect(html).toContain("<p>before</p>");
    const opened = html.match(/<(blockquote|ul|ol|em|strong)\b/g) ?? [];
    expect(opened.length).toBeLessThan(5_000);
  },
);

test("Markdown shows what is not too deep as it is meant", () => {
  expect(render(`${">".repeat(10)}a`)).toMatch(
    /^(<blockquote>\n){10}<p>a<\/p>\n(<\/blockquote>\n){10}$/,
  );
  expect(render(`${">".repeat(30)}*a*`)).toContain("&gt;&gt;");
});

test("Markdown shows an item of very many lines as typed, and a list of very many items as it is meant", () => {
  expect(render("- a\n" + "*b*\n".repeat(600))).not.toContain("<em>");
  const list = render("- *a*\n".repeat(600));
  expect(list.match(/<li><em>/g)).toHaveLength(600);
});
