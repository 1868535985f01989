import assert from "node:assert/strict";
import fc from "fast-check";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { findExport } from "#domain/keepsake/exports.server.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { hold } from "../hold.ts";
import { useOwnData } from "./own-data.ts";

/** Texts that people type: as Markdown on the site's pages, and in exported tables. */

const MARKDOWN_RUNS = 60;
const ROWS = 60;
/** Milliseconds of the processor for one text. */
const RENDER_MS_MAX = 200;

const FRAGMENTS = [
  ...[
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "!",
    "*",
    "_",
    "`",
    "~",
    "#",
    "\\",
    "|",
    ":",
  ],
  ...[
    "**",
    "__",
    "~~",
    "```",
    "---",
    "- ",
    "1. ",
    "> ",
    "\n",
    "\n\n",
    "    ",
    "\t",
    " ",
    "a",
  ],
  ...[
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt&#58;alert(1))",
    "[a](data:text/html,x)",
  ],
  ...[
    "[a](vbscript:x)",
    "[a](//evil.example)",
    '[a](https://a "t\\"onclick=x")',
    "[a]: javascript:x\n",
  ],
  ...[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:x'>",
    "<svg/onload=x>",
  ],
  ...[
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "&lt;script&gt;",
    "&#x3c;script",
    "&",
    "\u0000",
    "\u2028",
  ],
  ...[
    "https://a.example/'\"><script>",
    "www.a.example",
    "a@b.example",
    "<javascript:x>",
    '<https://a"b>',
  ],
  ...[
    "| a | b |\n|---|:-:|\n",
    "[x](<a b>)",
    "![a](x onerror=1)",
    "[![a](x)](javascript:y)",
    "[a][a]",
  ],
];

const markdown = fc
  .tuple(
    fc.array(
      fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 4 })),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    fc.constantFrom(1, 1, 1, 40, 5000),
  )
  .map(([parts, times]) => parts.join("").repeat(times).slice(0, MARKDOWN_MAX));

/** Every tag that the site's Markdown may become, with all that it may say. */
const TAG =
  /^<(\/?(h[2-6]|p|ul|li|em|strong|del|code|pre|blockquote|table|thead|tbody|tr)|\/(ol|a|span|th|td)|br|hr|ol( start="\d+")?|code class="language-[^"<>]*"|(th|td)( align="(left|center|right)")?|input (checked="" )?disabled="" type="checkbox"|span class="sr" lang="en"|a href="[^"<>]*"( target="_blank" rel="noopener noreferrer")?)>$/;

/** @throws {Error} that names the seed, and the shortest text that becomes more than text */
export async function playFuzzedMarkdown(seed: number) {
  useOwnData();
  await hold("the Markdown", seed, MARKDOWN_RUNS, markdown, (text) => {
    const before = process.cpuUsage();
    const html = renderMarkdown(text, "en");
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    assert.ok(ms < RENDER_MS_MAX, `it took ${ms} ms to render`);
    for (const [tag] of html.matchAll(/<[^>]*>?/g))
      assert.match(tag, TAG, "it became a tag that nobody may write");
    for (const [, address = ""] of html.matchAll(/href="([^"]*)"/g))
      assert.ok(isHarmless(address), `it became a link to ${address}`);
  });
}

/** Read as a browser does, which decodes entities first. */
function isHarmless(address: string) {
  const plain = address
    .replace(/&#(\d+);?/g, (_, code: string) =>
      String.fromCodePoint(Number(code)),
    )
    .replace(/&#x([\da-f]+);?/gi, (_, code: string) =>
      String.fromCodePoint(parseInt(code, 16)),
    )
    .replaceAll("&colon;", ":")
    .replaceAll("&amp;", "&");
  if (!URL.canParse(plain, "https://site.example")) return true;
  return ["http:", "https:", "mailto:"].includes(
    new URL(plain, "https://site.example").protocol,
  );
}

const cell = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          "=",
          "+",
          "-",
          "@",
          "\t",
          "\r",
          "\n",
          "\r\n",
          ",",
          ";",
          '"',
          "'",
          " ",
        ],
        ...[
          "a",
          "=1+1",
          '=HYPERLINK("x")',
          "\u0000",
          "\ufeff",
          "＝1",
          "|",
          "\u2028",
          "é",
        ],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);

/** @throws {Error} that names the seed, and the text that an export does not give back */
export async function playFuzzedExports(seed: number) {
  useOwnData();
  const texts = fc.sample(fc.tuple(cell, cell, cell), { seed, numRuns: ROWS });
  getDb().delete(rockPosts).run();
  for (const [n, [location, comment, name]] of texts.entries())
    getDb()
      .insert(rockPosts)
      .values({
        uuid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
        rock_number: n,
        ...{ location, comment, name, email: "" },
        date: "2026-05-17T00:00:00Z",
        create_dt: `2026-05-17T00:${String(n).padStart(2, "0")}:00.000Z`,
        latitude: -12.5,
        longitude: -0.25,
      })
      .run();
  const csv = (await readExport("journeys.csv")).replace("\ufeff", "");
  const [columns = [], ...rows] = readTable(csv);
  const features = (
    JSON.parse(await readExport("journeys.geojson")) as {
      features: { properties: Record<string, unknown> }[];
    }
  ).features;
  const of = `Seed ${seed} of the exports: `;
  assert.equal(rows.length, ROWS, `${of}there are ${rows.length} lines`);
  for (const [n, [location, comment, name]] of texts.entries())
    for (const [column, text] of Object.entries({ location, comment, name })) {
      // The database holds whole characters only.
      const kept = Buffer.from(text).toString();
      const said = `${of}${JSON.stringify(text)} as ${column} `;
      assert.equal(
        features[n]!.properties[column],
        kept,
        `${said}differs in the map's file`,
      );
      const got = rows[n]![columns.indexOf(column)]!;
      assert.equal(
        unmarked(got),
        unmarked(kept),
        `${said}became ${JSON.stringify(got)}`,
      );
      assert.doesNotMatch(
        got,
        /^[=+\-@\t\r]|[,;\t\r\n][=+\-@]/,
        `${said}is a formula`,
      );
    }
}

/** Without the marks that keep a text from being a formula. */
const unmarked = (text: string) => text.replaceAll("'", "");

async function readExport(file: string) {
  let whole = "";
  for await (const part of findExport(file)!.text) whole += part;
  return whole;
}

/** Reads CSV character by character, as RFC 4180 describes it. */
function readTable(csv: string) {
  const rows: string[][] = [];
  let row: string[] = [];
  let text = "";
  let isQuoted = false;
  for (let at = 0; at < csv.length; at++) {
    const sign = csv[at]!;
    if (isQuoted) {
      if (sign !== '"') text += sign;
      else if (csv[at + 1] === '"') text += csv[++at];
      else isQuoted = false;
    } else if (sign === '"') {
      assert.equal(text, "", "a quote begins inside a cell");
      isQuoted = true;
    } else if (sign === ",") {
      row.push(text);
      text = "";
    } else if (sign === "\r" && csv[at + 1] === "\n") {
      rows.push([...row, text]);
      [row, text] = [[], ""];
      at++;
    } else text += sign;
  }
  assert.deepEqual(
    [row, text, isQuoted],
    [[], "", false],
    "the table ends inside a line",
  );
  return rows;
}
