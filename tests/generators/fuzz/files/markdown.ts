import assert from "node:assert/strict";
import fc from "fast-check";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { renderMarkdown } from "#domain/site/markdown.server.ts";
import { hold, oneOf } from "../hold.ts";

/** Texts that the admin types as Markdown. */

const MARKDOWN_RUNS = 60;
const RENDER_MS_MAX = 200;

const fragments = fc.oneof(
  oneOf`[ ] ( ) < > ! * _ \` ~ # \\ | : a ** __ ~~ \`\`\` --- <!-- --> <![CDATA[ ]]> <? & &lt;script&gt; &#x3c;script
    [a](javascript:alert(1)) [a](JaVaScRiPt&#58;alert(1)) [a](data:text/html,x) [a](vbscript:x) [a](//evil.example)
    <script>alert(1)</script> <svg/onload=x> https://a.example/'"><script> www.a.example a@b.example <javascript:x>
    <https://a"b> [![a](x)](javascript:y) [a][a]`,
  fc.constantFrom(
    ...["- ", "1. ", "> ", "\n", "\n\n", "    ", "\t", " ", "\u0000", "\u2028"],
    ...["[a]: javascript:x\n", "| a | b |\n|---|:-:|\n", "[x](<a b>)"],
    ...["<img src=x onerror=alert(1)>", "<a href='javascript:x'>"],
    ...["![a](x onerror=1)", '[a](https://a "t\\"onclick=x")'],
  ),
);

const markdown = fc
  .tuple(
    fc.array(fc.oneof(fragments, fc.string({ maxLength: 4 })), {
      ...{ minLength: 1, maxLength: 12 },
    }),
    fc.constantFrom(1, 1, 1, 40, 5000),
  )
  .map(([parts, times]) => parts.join("").repeat(times).slice(0, MARKDOWN_MAX));

/** Every tag that the site's Markdown may become, with all that it may say. */
const TAG =
  /^<(\/?(h[2-6]|p|ul|li|em|strong|del|code|pre|blockquote|table|thead|tbody|tr)|\/(ol|a|span|th|td)|br|hr|ol( start="\d+")?|code class="language-[^"<>]*"|(th|td)( align="(left|center|right)")?|input (checked="" )?disabled="" type="checkbox"|span class="sr" lang="en"|a href="[^"<>]*"( target="_blank" rel="noopener noreferrer")?)>$/;

function render(text: string): [html: string, ms: number] {
  const before = process.cpuUsage();
  const html = renderMarkdown(text, "en");
  const { user, system } = process.cpuUsage(before);
  return [html, (user + system) / 1000];
}

/** @throws {Error} that names the seed, and the shortest text that becomes more than text */
export async function playFuzzedMarkdown(seed: number) {
  await hold("the Markdown", seed, MARKDOWN_RUNS, markdown, (text) => {
    let [html, ms] = render(text);
    // The process may have done something else the first time.
    if (ms > RENDER_MS_MAX) [html, ms] = render(text);
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
    .replace(/&#(x?)([\da-f]+);?/gi, (_, x: string, code: string) =>
      String.fromCodePoint(parseInt(code, x ? 16 : 10)),
    )
    .replaceAll("&colon;", ":")
    .replaceAll("&amp;", "&");
  if (!URL.canParse(plain, "https://site.example")) return true;
  const { protocol } = new URL(plain, "https://site.example");
  return ["http:", "https:", "mailto:"].includes(protocol);
}
