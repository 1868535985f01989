import { directionOf } from "#core/languages/languages.server.ts";
import { escapeXml } from "#core/escape-xml.ts";

/** The frame of the site's mails, as HTML. Nothing in it comes from the network. */

/** The site's colours, as in app/styles/tokens.css. Mail programs know no custom properties. */
export const light = {
  paper: "#faf8f4",
  line: "#e8e3d9",
  stone: "#e8e3d9",
  ink: "#2b2a28",
  soft: "#6a645b",
  lake: "#1f5a5c",
  onLake: "#ffffff",
};
const dark: typeof light = {
  paper: "#171b1b",
  line: "#343a39",
  stone: "#343a39",
  ink: "#ece7dd",
  soft: "#aba499",
  lake: "#8ccac1",
  onLake: "#0c2423",
};

export const SERIF = "Fraunces,Georgia,'Times New Roman',serif";
const SANS =
  "'Nunito Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Each element has its own styles, because some mail programs drop style sheets. Only the dark colours need a sheet. */
export const ink = `color:${light.ink};font-family:${SANS};`;
export const soft = `color:${light.soft};font-family:${SANS};`;

const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.paper}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.line{border-color:${dark.line}!important}
.stone{background:${dark.stone}!important}
.action{background:${dark.lake}!important;color:${dark.onLake}!important}
}`;

/** Corners of pictures, none like another. */
export const CORNERS = "border-radius:20px 27px 18px 30px/26px 18px 30px 20px";

export const writeParagraph = (html: string, margin: string) =>
  `<p class="ink" style="margin:${margin};${ink}font-size:17px;line-height:26px">${html}</p>`;

export const writeNote = (html: string, margin: string) =>
  `<p class="soft" style="margin:${margin};${soft}font-size:14px;line-height:21px">${html}</p>`;

/** The attribute that says a text's language; nothing if that is the mail's, or nobody knows it. */
export const writeLang = (language: string | null | undefined) =>
  language ? ` lang="${escapeXml(language)}"` : "";

/** A name in its own direction, at the side of the page on which the other texts begin. */
export const writeName = (name: string, language?: string | null) =>
  `<bdi${writeLang(language)}>${escapeXml(name)}</bdi>`;

/** A visitor's text, in its own lines, direction and language. */
export const writeComment = (
  text: string,
  margin: string,
  language?: string | null,
) =>
  `<p class="ink" dir="auto"${writeLang(language)} style="margin:${margin};${ink}font-size:17px;line-height:26px">${escapeXml(text).replaceAll("\n", "<br>")}</p>`;

export const writeEnd = (html: string) =>
  `<tr><td class="line" style="border-top:1px solid ${light.line};padding:22px 0 0">
${html}
</td></tr>`;

/** A link that looks like a button. @param href escaped */
export const writeButton = (href: string, label: string) =>
  `<a class="action" href="${href}" style="display:inline-block;padding:14px 30px;border-radius:28px 34px 30px 36px/32px 28px 36px 30px;background:${light.lake};color:${light.onLake};font-family:${SANS};font-size:18px;line-height:22px;font-weight:700;text-decoration:none">${label}</a>`;

/** @param rows of the mail's table, below its title */
export const writePage = ({
  language = "en",
  title,
  site,
  preview,
  rows,
}: {
  language?: string;
  title: string;
  site: string;
  preview: string;
  rows: string;
}) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${sheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeXml(preview)}</div>
<main><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.paper}"><tr><td align="center" style="padding:36px 20px 44px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:start">
<tr><td>
<p class="soft" style="margin:0;${soft}font-family:${SERIF};font-size:16px;line-height:24px">${writeName(site)}</p>
<h1 class="ink" style="margin:6px 0 0;${ink}font-family:${SERIF};font-size:32px;line-height:38px;font-weight:600">${title}</h1>
</td></tr>
${rows}
</table>
</td></tr></table></main>
</body>
</html>
`;

/** A visitor's text, without control characters and without those that turn the direction of the text after them. */
export const clean = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

export const onOneLine = (text: string, max: number) =>
  clip(clean(text).replace(/\s+/g, " "), max);

/** With a mark before each line, so that no text can look like a part of the mail. */
export const quote = (text: string, indent = "") =>
  text.split("\n").map((line) => `${indent}> ${line}`);

/** The end of a mail in plain text. Mail programs know the dashes. */
export const writeSignature = (...lines: string[]) =>
  `--${" "}\n${lines.join("\n")}\n`;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text of at most this many code units. No character is cut in two. */
export function clip(text: string, max: number) {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of characters.segment(text)) {
    if (index + segment.length >= max) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
