import { describe, expect, test } from "vitest";
import { listFiles, readSource } from "./setup/source.ts";

const LAYERS = ["tokens", "base", "components", "pages"];

/** A page of its own, which the browsers of TVs show too. They may know no layers. */
const WITHOUT_LAYERS = "app/components/screen/screen.css";

/** Lists the rules of a stylesheet that are outside the layers. */
function listUnlayered(css: string): string[] {
  let outermost = css.replace(/\/\*.*?\*\//gs, "");
  while (/\{[^{}]*\}/.test(outermost))
    outermost = outermost.replace(/\{[^{}]*\}/g, ";");
  return outermost
    .split(";")
    .map((rule) => rule.trim())
    .filter(
      (rule) =>
        rule !== "" && !LAYERS.some((name) => rule === `@layer ${name}`),
    );
}

const FOUR_SIDES =
  /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

/** Replaces whatever is in parentheses, from the innermost on, so that nothing in them is taken for something outside. */
function fold(text: string, rewrite: (inner: string) => string) {
  let folded = text;
  while (folded.includes("("))
    folded = folded.replace(/\(([^()]*)\)/g, (_, inner: string) =>
      rewrite(inner),
    );
  return folded;
}

/** Lists what would stay at the left or the right on a page from right to left. */
function listPhysical(css: string): string[] {
  const rules = css.replace(/\/\*.*?\*\/|@[^{;]*/gs, "");
  return [...rules.matchAll(/([\w-]+):\s+([^;{}]+);/g)]
    .filter(([rule, name = "", value = ""]) => {
      const [, right, , left] = fold(value, (inner) =>
        inner.replace(/\s/g, ""),
      ).split(/\s+/);
      return (
        /\b(left|right)\b/.test(rule) ||
        (FOUR_SIDES.test(name) && left !== undefined && left !== right)
      );
    })
    .map(([, name, value]) => `${name}: ${value}`);
}

/**
 * Lists the selectors with which a browser styles much of the page again whenever an element comes or goes: those that
 * depend on a `:has()` and don't end with a class or an attribute.
 */
function listSweeping(css: string): string[] {
  const plain = fold(
    css.replace(/\/\*.*?\*\/|@media print \{.*?\n {2}\}/gs, ""),
    (inner) => `«${inner.replace(/[\s,]+/g, "_")}»`,
  );
  return [...plain.matchAll(/([^{};]+)\{/g)]
    .flatMap(([, selectors = ""]) => selectors.split(","))
    .map((selector) => selector.trim())
    .filter((selector) => /:has«.*\s[^\s.[]*(:not«\S*)?$/.test(selector));
}

const files = listFiles("app", /\.css$/);
const FIRST = "app/styles/tokens.css";

/** Each rule with what breaks it, what keeps it, and the only places that may break it. */
const RULES = {
  "styles are in layers": {
    list: listUnlayered,
    files: files.filter((file) => file !== WITHOUT_LAYERS),
    bad: [
      "a { b: c }",
      "@layer base { a { b: c } } @media print { a { b: c } }",
      "@layer other { a { b: c } }",
      "@layer pages, base; @layer base { a { b: c } }",
      '@import "./other.css";',
    ],
    good: ["@layer base { a { b: c } }"],
    // The first file gives the order.
    allowed: [`${FIRST}: @layer tokens, base, vendor, components, pages`],
  },
  "styles never have much of a page styled again when an element comes or goes":
    {
      list: listSweeping,
      files,
      bad: [
        "body:has(.hero) .site-head :focus-visible { a: b }",
        "body:has(.hero) .site-head :is(a, button):focus-visible { a: b }",
        "body:has(.book) > :not(.book) { a: b }",
        "main:has(> a, b) * { a: b }",
      ],
      good: [
        "html:has(dialog:modal) { a: b }",
        "body:has(.hero, main > p) .site-head { a: b }",
        "label:has(:checked) + .soft:focus { a: b }",
        "a :not(:has(> b)) { a: b }",
      ],
      allowed: [],
    },
  "styles of public pages name no left and no right, so that they turn with the language":
    {
      list: listPhysical,
      // Admins read English.
      files: files.filter(
        (file) => !/^app\/components\/(admin|review|setup)\//.test(file),
      ),
      bad: [
        "a { margin-left: 1px; }",
        "a { left: 50%; }",
        "a { text-align: right; }",
        "a { float: left; }",
        "a { border-top-left-radius: 4px; }",
        "a { background: linear-gradient(to right, red, blue); }",
        "a { padding: var(--s4) var(--s3) 0 0; }",
        "a { margin: -0.5rem 0 var(--s3) -0.5rem; }",
        "a { padding: 0 max(1px, (100% - 2px) / 2) 0 0; }",
      ],
      good: [
        "a { margin-inline: 1px 2px; }",
        "a { inset: auto 0 0; }",
        "a { padding: var(--s3) var(--s4) var(--s5) var(--s4); }",
        "a { padding: 0 max(1px, (100% - 2px) / 2); }",
        "a { text-align: start; }",
        "a { border-radius: 30px 24px 0 0 / 26px 32px 0 0; }",
      ],
      // The scrollbar of a page stays at the right in every language.
      allowed: ["app/styles/base.css: padding-right: var(--scrollbar, 0)"],
    },
};

describe.each(Object.entries(RULES))("%s", (_name, rule) => {
  test.each(rule.bad)("reports: %s", (css) => {
    expect(rule.list(css)).toHaveLength(1);
  });

  test.each(rule.good)("leaves alone: %s", (css) => {
    expect(rule.list(css)).toEqual([]);
  });

  test("everywhere", () => {
    expect(rule.files).toContain("app/components/map/world-map.css");
    expect(
      rule.files.flatMap((file) =>
        rule.list(readSource(file)).map((found) => `${file}: ${found}`),
      ),
    ).toEqual(rule.allowed);
  });
});

test("styles use only values that some style or code defines", () => {
  const texts = listFiles("app", /\.(css|tsx?|js)$/)
    .map(readSource)
    .join("");
  const defined = new Set(
    [...texts.matchAll(/(--[\w-]+)(?:"\]?:|:|",)/g)].map(([, name]) => name),
  );
  const used = [...texts.matchAll(/var\(\s*(--[\w-]+)/g)].map(
    ([, name]) => name,
  );
  expect(used).toContain("--lake");
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});

test("the dark differs in its colours alone, and moves nothing", () => {
  const differing = files.flatMap((file) =>
    [
      ...readSource(file).matchAll(
        /@media \(prefers-color-scheme: dark\) \{([^{}]*\{[^{}]*\})*/g,
      ),
    ].flatMap(([dark]) => [...dark.matchAll(/([\w-]+):\s+([^;{}]+);/g)]),
  );
  expect(differing.length).toBeGreaterThan(20);
  const moving = differing.filter(
    ([, name, value = ""]) => name !== "filter" && !/#|rgb/.test(value),
  );
  expect(moving).toEqual([]);
});

describe.each(["light", "dark"])("in %s colours", (scheme) => {
  const [light = "", dark = ""] = readSource("app/styles/tokens.css").split(
    "@media (prefers-color-scheme: dark)",
  );
  const colours = new Map(
    [
      ...(scheme === "light" ? light : dark).matchAll(
        /--([\w-]+):\s*(#[0-9a-f]{6});/g,
      ),
    ].map(([, name, colour]) => [name!, colour!]),
  );

  /** Relative luminance, as WCAG defines it. */
  function luminance(name: string) {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(colours.get(name)!.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  }

  test.each(
    ["edge", "lake"].flatMap((line) =>
      ["paper", "surface", "sunk"].map((ground) => [line, ground] as const),
    ),
  )("--%s stands out on --%s by 3 to 1", (line, ground) => {
    const [low = 0, high = 0] = [luminance(line), luminance(ground)].sort(
      (a, b) => a - b,
    );
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(3);
  });
});
