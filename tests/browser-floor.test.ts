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
const DECORATES: Record<string, string> = {
  "api.CanvasRenderingContext2D.imageSmoothingQuality": "a finer small picture",
  "api.HTMLElement.focus.options_preventScroll_parameter":
    "the page may scroll to what has the focus",
  "api.Window.beforeunload_event":
    "iPhones ask nothing before a page is left; a draft is kept anyway",
  "css.at-rules.font-face.ascent-override": "less moves when a font comes",
  "css.at-rules.font-face.descent-override": "less moves when a font comes",
  "css.at-rules.font-face.line-gap-override": "less moves when a font comes",
  "css.at-rules.font-face.size-adjust": "less moves when a font comes",
  "css.at-rules.media.forced-colors": "lines for a system's own colours",
  "css.at-rules.page": "a book's sheets have the printer's margins",
  "css.at-rules.property": "opening a dialog is a little slower",
  "css.properties.break-after.avoid": "where a printed text is parted",
  "css.properties.break-before.avoid": "where a printed text is parted",
  "css.properties.contain-intrinsic-block-size": "long tables are drawn slower",
  "css.properties.content-visibility": "long tables are drawn slower",
  "css.properties.cursor": "the form of a pointer",
  "css.properties.font-family": "the system's own font is one of several",
  "css.properties.forced-color-adjust": "marks in a system's own colours",
  "css.properties.orphans": "where a printed text is parted",
  "css.properties.overscroll-behavior": "the page behind can't be scrolled",
  "css.properties.resize": "a field's own handle",
  "css.properties.scrollbar-color": "the look of a scrollbar",
  "css.properties.scrollbar-width": "the look of a scrollbar",
  "css.properties.text-size-adjust": "other browsers leave texts alone",
  "css.properties.text-wrap": "where a line is parted",
  "css.properties.widows": "where a printed text is parted",
  "css.properties.word-break.auto-phrase": "where a line is parted",
};

/** Places where a feature's lack is dealt with in a way that the check can't see. */
const GUARDED: [feature: string, place: string, reason: string][] = [
  ["api.createImageBitmap", "ui/draw.ts", "an element does it instead"],
  ["api.createImageBitmap", "faces/question.ts", "this asks whether it works"],
  ["api.createImageBitmap", "faces/faces.worker.ts", "question.ts has asked"],
  ["api.OffscreenCanvas", "faces/faces.worker.ts", "question.ts has asked"],
  [
    "api.OffscreenCanvas",
    "ui/draw.ts",
    "without it a service worker makes no small pictures, and sends the files",
  ],
  ["api.URL.canParse_static", "app/pages.ts", "only the server counts visits"],
  ["api.Response.json_static", "admin/login.tsx", "an action's"],
  ["api.Navigator.permissions", "tracker-data.ts", "a failure is caught"],
  ["api.Permissions", "tracker-data.ts", "a failure is caught"],
  ["api.PermissionStatus", "tracker-data.ts", "a failure is caught"],
  ["api.Document", "screen/play.js", "without it nothing is full screen"],
  ["api.Element.requestFullscreen", "screen/play.js", "this asks for it"],
  ["api.Navigator.wakeLock", "screen/play.js", "this asks for it"],
  ["api.WakeLock", "screen/play.js", "only with the lock"],
  ["css.at-rules.container", "dashboard.css", "it has one column"],
  ["css.properties.container-type", "dashboard.css", "it has one column"],
  ["css.at-rules.container", "admin-table.css", "it is scrolled sideways"],
  ["css.properties.container-type", "admin-table.css", "the same"],
  ["css.at-rules.container", "gallery.css", "it asks for the page's width"],
  ["css.properties.container-type", "gallery.css", "the same"],
  ["css.properties.container-type", "faces-editor.css", "one blur for all"],
  [
    "css.properties.inline-size.fit-content",
    "",
    "Samsung's browser has it, as Chromium has",
  ],
  ["css.selectors.dir", "base.css", "the attribute is asked for, too"],
  ["css.selectors.has", "admin.css", "`:is()` leaves out what it can't read"],
  ["css.selectors.has", "book.css", "`@supports` has others for paper"],
  ["css.selectors.has", "html:has([data-pull])", "the page moves sideways"],
  [
    "css.selectors.has",
    "body:has(.review",
    "the page has its bar and its foot",
  ],
  ["css.selectors.has", ".where-found:not(:has(p))", "a gap"],
  ["css.selectors.has", "body:has(.hero) .site-head", "the bar is above it"],
  ["css.selectors.has", "html:has(.site-nav--open)", "the page can be moved"],
];

const isPartOf = (feature: string, whole: string) =>
  `${feature}.`.startsWith(`${whole}.`);

function listRefused(lacks: Lack[]) {
  return lacks
    .filter(
      ({ feature, place }) =>
        !Object.keys(DECORATES).some((one) => isPartOf(feature, one)) &&
        !GUARDED.some(
          ([one, where]) => isPartOf(feature, one) && place.includes(where),
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
  /\.js$|^app\/(entry\.client|root|service-worker|routes\/(public|admin|site)\/.*)\.tsx?$|\.(worker|client)\.tsx?$/;
const files = listBrowserFiles(
  code.filter((file) => ENTRIES.test(file) && !/\.server\./.test(file)),
  new Set(code),
);

/** What is a text in the code, because it runs before all other scripts. */
const FIRST_SCRIPT = "first-script.js";
const firstScript = [
  ...readSource("app/components/site/first-script.tsx").matchAll(
    /= `([^`]+)`;/g,
  ),
]
  .map(([, text = ""]) => `${text.replace(/\$\{\w+\}/g, "0")};`)
  .join("\n");

const snippets = [...Object.keys(BAD), ...GOOD];
const program = readProgram(files, {
  [FIRST_SCRIPT]: firstScript,
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
  expect(firstScript).toContain("fetch(");
  const lacks = [...files, FIRST_SCRIPT].flatMap((file) =>
    listLacksOfCode(file, program),
  );
  for (const file of listFiles("app", /\.css$/))
    lacks.push(...(await listLacksOfStyles(file, readSource(file), BROWSERS)));
  expect(listRefused(lacks)).toEqual([]);
  // An exception that nothing needs any more goes.
  const unused = [
    ...Object.keys(DECORATES).filter(
      (one) => !lacks.some(({ feature }) => isPartOf(feature, one)),
    ),
    ...GUARDED.filter(
      ([one, where]) =>
        !lacks.some(
          ({ feature, place }) =>
            isPartOf(feature, one) && place.includes(where),
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
