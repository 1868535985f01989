import { describe, expect, test } from "vitest";
import { BROWSERS } from "../scripts/system/browsers.mjs";
import {
  listBrowserFiles,
  listLacksOfCode,
  type Lack,
} from "./setup/floor/code.ts";
import { chromiumOf, floor } from "./setup/floor/floor.ts";
import { listLacksOfStyles } from "./setup/floor/styles.ts";
import { readProgram } from "./setup/program.ts";
import { listFiles, readSource } from "./setup/source.ts";

/**
 * What the oldest browsers lack and the site uses nevertheless, with the reason. Features are named as in MDN's data;
 * one stands for all within it.
 */
const DECORATES: Record<string, string> = {};

/** Places where a feature's lack is dealt with in a way that the check can't see. */
const GUARDED: [feature: string, place: string, reason: string][] = [];

function listRefused(lacks: Lack[]) {
  return lacks
    .filter(
      ({ feature, place }) =>
        !Object.keys(DECORATES).some((one) =>
          `${feature}.`.startsWith(`${one}.`),
        ) &&
        !GUARDED.some(
          ([one, where]) => one === feature && place.includes(where),
        ),
    )
    .map(
      ({ feature, place, browsers }) =>
        `${place}: ${feature} is not in ${browsers.join(", ")}`,
    );
}

const SNIPPETS = "lacking.tsx";

/** Code that needs what the floor lacks, with the feature. */
const BAD = {
  "new URLSearchParams().size;": "api.URLSearchParams.size",
  "AbortSignal.timeout(1);": "api.AbortSignal.timeout_static",
  "URL.canParse(name);": "api.URL.canParse_static",
  "[1].toSpliced(0, 1);": "javascript.builtins.Array.toSpliced",
  "(list ?? []).toReversed();": "javascript.builtins.Array.toReversed",
  "new OffscreenCanvas(1, 1);": "api.OffscreenCanvas",
  'createImageBitmap(blob, { imageOrientation: "from-image" });':
    "api.createImageBitmap.from-image",
  "new CSSStyleSheet();": "api.CSSStyleSheet.CSSStyleSheet",
  "/(?<=a)b/.test(name);":
    "javascript.regular_expressions.lookbehind_assertion",
  'document.querySelector("p:has(a)");': "css.selectors.has",
};

const GOOD = [
  "new Set([1]).size;",
  "[1].slice().reverse();",
  '"size" in search && search.size;',
  'typeof OffscreenCanvas === "undefined" ? undefined : new OffscreenCanvas(1, 1);',
  "URL.canParse?.(name);",
  "list.findLast((one) => one > 1);",
  'document.querySelector("dialog:modal");',
];

const BAD_STYLES = {
  "a { block-size: 100dvh }":
    "css.types.length.viewport_percentage_units_dynamic",
  "a { color: color-mix(in srgb, red, blue) }": "css.types.color-mix",
  "a:has(b) { display: none }": "css.selectors.has",
  "a:has(b), c { color: red }": "css.selectors.has",
  "@container (min-width: 1px) { a { color: red } }": "css.at-rules.container",
  "@media (scripting: none) { a { color: red } }":
    "css.at-rules.media.scripting",
  ":dir(rtl) { color: red }": "css.selectors.dir",
  'a { content: "b" / "" }': "css.properties.content.alt_text",
  "a { --b: 1dvh }": "css.types.length.viewport_percentage_units_dynamic",
};

const GOOD_STYLES = [
  "a { block-size: 100vh; block-size: 100dvh }",
  "a:has(b) { color: red }",
  "@supports (block-size: 1dvh) { a { --b: 1dvh } }",
  // The build writes these in an older way.
  "a { & b { color: red } }",
  "@media (width < 40rem) { a { color: red } }",
  "@layer base { a { inset: 0; user-select: none } }",
];

const code = listFiles(".", /\.(tsx?|js)$/).filter((file) =>
  /^(app|core|domain)\//.test(file),
);
/** Where the browser's code begins, and what it loads by an address. */
const ENTRIES =
  /^app\/(entry\.client|root|service-worker|routes\/(public|admin|site)\/.*)\.tsx?$|\.(worker|client)\.tsx?$/;
const files = listBrowserFiles(
  code.filter((file) => ENTRIES.test(file) && !/\.server\./.test(file)),
  new Set(code),
);

const snippets = [...Object.keys(BAD), ...GOOD];
const program = readProgram(files, {
  [SNIPPETS]: [
    "declare const name: string, blob: Blob, search: URLSearchParams, list: number[];",
    ...snippets.map((snippet) => `{\n${snippet}\n}`),
  ].join("\n"),
});

function featuresIn(snippet: string) {
  const { statements } = program.getSourceFile(SNIPPETS)!;
  const block = statements[1 + snippets.indexOf(snippet)]!;
  return listLacksOfCode(SNIPPETS, program, block).map(
    ({ feature }) => feature,
  );
}

const lacksOfStyle = (css: string) => listLacksOfStyles("a.css", css, BROWSERS);

describe("what the oldest browsers lack", () => {
  test.each(Object.entries(BAD))("is found in: %s", (snippet, feature) => {
    expect(featuresIn(snippet)).toContain(feature);
  });

  test.each(GOOD)("is not found in: %s", (snippet) => {
    expect(featuresIn(snippet)).toEqual([]);
  });

  test.each(Object.entries(BAD_STYLES))(
    "is found in the style: %s",
    async (css, feature) => {
      const found = await lacksOfStyle(css);
      expect(found.map((lack) => lack.feature)).toContain(feature);
    },
  );

  test.each(GOOD_STYLES)("is not found in the style: %s", async (css) => {
    expect(await lacksOfStyle(css)).toEqual([]);
  });
});

test("browsers run no code and get no style that the oldest of them lack", async () => {
  const lacks = files.flatMap((file) => listLacksOfCode(file, program));
  for (const file of listFiles("app", /\.css$/))
    lacks.push(...(await listLacksOfStyles(file, readSource(file), BROWSERS)));
  expect(listRefused(lacks)).toEqual([]);
  // An exception that nothing needs any more goes.
  const unused = [
    ...Object.keys(DECORATES).filter(
      (one) =>
        !lacks.some(({ feature }) => `${feature}.`.startsWith(`${one}.`)),
    ),
    ...GUARDED.filter(
      ([one, where]) =>
        !lacks.some(
          ({ feature, place }) => one === feature && place.includes(where),
        ),
    ),
  ];
  expect(unused).toEqual([]);
});

test("the build writes for the oldest browsers", () => {
  const samsung = floor.find(
    ({ browser }) => browser === "samsunginternet_android",
  )!;
  expect(BROWSERS).toContain(`chrome${chromiumOf(`${samsung.version}.0`)}`);
  expect(BROWSERS).toHaveLength(5);
});
