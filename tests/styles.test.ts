import { describe, expect, test } from "vitest";
import { listFiles, readSource } from "./setup/source.ts";

const LAYERS = ["tokens", "base", "components", "pages"];
const LAYER_ORDER = "@layer tokens, base, vendor, components, pages;";

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

/** Everything that visitors may see from right to left. Admins read English. */
const isPublic = (file: string) =>
  !/^app\/components\/(admin|review|setup)\//.test(file);

/** The scrollbar of a page stays at the right in every language. Maps need none: nothing in their styles has a side. */
const HAS_A_SIDE = ["padding-right: var(--scrollbar, 0)"];

const FOUR_SIDES =
  /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

/** The values of a declaration, which spaces part. */
function listValues(value: string): string[] {
  let plain = value;
  while (plain.includes("("))
    plain = plain.replace(
      /\(([^()]*)\)/g,
      (_, inner: string) => `[${inner.replace(/\s/g, "")}]`,
    );
  return plain.split(/\s+/);
}

/** Lists what would stay at the left or the right on a page from right to left. */
function listPhysical(css: string): string[] {
  const rules = css.replace(/\/\*.*?\*\/|@[^{;]*/gs, "");
  return [...rules.matchAll(/([\w-]+):\s+([^;{}]+);/g)]
    .filter(([rule, name = "", value = ""]) => {
      const [, right, , left] = listValues(value);
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
  let plain = css.replace(/\/\*.*?\*\/|@media print \{.*?\n {2}\}/gs, "");
  while (plain.includes("("))
    plain = plain.replace(
      /\(([^()]*)\)/g,
      (_, inner: string) => `«${inner.replace(/[\s,]+/g, "_")}»`,
    );
  return [...plain.matchAll(/([^{};]+)\{/g)]
    .flatMap(([, selectors = ""]) => selectors.split(","))
    .map((selector) => selector.trim())
    .filter((selector) => /:has«.*\s[^\s.[]*(:not«\S*)?$/.test(selector));
}

/** Lists the values that styles use by name. */
const listUsed = (css: string) => [
  ...new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!)),
];

describe("styles", () => {
  test("are in the layers, whose order the first of them gives", () => {
    const first = "app/styles/tokens.css";
    expect(readSource(first)).toMatch(LAYER_ORDER);
    const files = listFiles("app", /\.css$/);
    expect(files).toContain(first);
    expect(
      files
        .filter((file) => file !== WITHOUT_LAYERS)
        .flatMap((file) => {
          const text = readSource(file);
          const css = file === first ? text.replace(LAYER_ORDER, "") : text;
          return listUnlayered(css).map((rule) => `${file}: ${rule}`);
        }),
    ).toEqual([]);
  });

  test.each([
    ["a { b: c }", "a"],
    ["@layer base { a { b: c } } @media print { a { b: c } }", "@media print"],
    ["@layer other { a { b: c } }", "@layer other"],
    ["@layer pages, base; @layer base { a { b: c } }", "@layer pages, base"],
    ['@import "./other.css";', '@import "./other.css"'],
  ])("may not say %s", (css, rule) => {
    expect(listUnlayered(css)).toEqual([rule]);
  });

  test("use only values that some style or code defines", () => {
    const texts = listFiles("app", /\.(css|tsx?|js)$/)
      .map(readSource)
      .join("");
    const defined = new Set(
      [...texts.matchAll(/(--[\w-]+)(?:"\]?:|:|",)/g)].map(([, name]) => name),
    );
    const used = listUsed(texts);
    expect(used).toContain("--lake");
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });

  test.each([
    ["color: var(--ink)", ["--ink"]],
    ["margin: calc(var(--s2) * 2) var(--s3, 1rem)", ["--s2", "--s3"]],
    ["--ink: black", []],
  ])("use in %s %j", (rule, names) => {
    expect(listUsed(rule)).toEqual(names);
  });

  test("never have much of a page styled again when an element comes or goes", () => {
    const files = listFiles("app", /\.css$/);
    expect(
      files.flatMap((file) =>
        listSweeping(readSource(file)).map((rule) => `${file}: ${rule}`),
      ),
    ).toEqual([]);
  });

  test.each([
    "body:has(.hero) .site-head :focus-visible",
    "body:has(.hero) .site-head :is(a, button):focus-visible",
    "body:has(.book) > :not(.book)",
    "main:has(> a, b) *",
  ])("sweep with %s", (selector) => {
    expect(listSweeping(`@layer base { ${selector} { a: b } }`)).toHaveLength(
      1,
    );
  });

  test.each([
    "html:has(dialog:modal)",
    "body:has(.hero, main > p) .site-head",
    "label:has(:checked) + .soft:focus",
    "a :not(:has(> b))",
  ])("don't sweep with %s", (selector) => {
    expect(listSweeping(`@layer base { ${selector} { a: b } }`)).toEqual([]);
  });

  test("of public pages name no left and no right, so that they turn with the language", () => {
    const files = listFiles("app", /\.css$/).filter(isPublic);
    expect(files).toContain("app/components/map/world-map.css");
    expect(
      files.flatMap((file) =>
        listPhysical(readSource(file)).map((rule) => `${file}: ${rule}`),
      ),
    ).toEqual(HAS_A_SIDE.map((rule) => `app/styles/base.css: ${rule}`));
  });

  test.each([
    "margin-left: 1px",
    "left: 50%",
    "text-align: right",
    "float: left",
    "border-top-left-radius: 4px",
    "background: linear-gradient(to right, red, blue)",
    "padding: var(--s4) var(--s3) 0 0",
    "margin: -0.5rem 0 var(--s3) -0.5rem",
    "padding: 0 max(1px, (100% - 2px) / 2) 0 0",
  ])("turn, unless they say %s", (rule) => {
    expect(listPhysical(`@layer base { a { color: red; ${rule}; } }`)).toEqual([
      rule,
    ]);
  });

  test.each([
    "margin-inline: 1px 2px",
    "inset: auto 0 0",
    "padding: var(--s3) var(--s4) var(--s5) var(--s4)",
    "padding: 0 max(1px, (100% - 2px) / 2)",
    "text-align: start",
    "border-radius: 30px 24px 0 0 / 26px 32px 0 0",
  ])("may say %s", (rule) => {
    expect(listPhysical(`a { ${rule}; }`)).toEqual([]);
  });
});

test("the dark differs in its colours alone, and moves nothing", () => {
  const differing = listFiles("app", /\.css$/).flatMap((file) =>
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
