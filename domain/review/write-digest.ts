import { plural } from "#domain/core/words.ts";
import { escapeXml } from "#domain/core/escape-xml.ts";

/** Writes the daily mail about waiting finds, as HTML and as plain text. */

export interface DigestFind {
  /** 0 means that the number could not be read. */
  rock_number: number;
  location: string;
  comment: string;
  name: string;
  /** YYYY-MM-DD, when it was found. */
  date: string;
  create_dt: string;
  total_images: number;
  /** The content id of its picture in the mail; absent if there is none. */
  cid?: string;
}

export interface Digest {
  site_name: string;
  /** The oldest, which the mail shows. */
  finds: DigestFind[];
  /** How many are waiting. */
  count: number;
  /** Where they can be reviewed. */
  link: string;
  /** When the link stops to work. */
  expires: Date;
  /** HH:MM */
  at: string;
}

/** Code units of each text that the mail shows. Above about 100 kB, Gmail cuts a mail. */
const LOCATION_MAX = 120;
const COMMENT_MAX = 280;
const NAME_MAX = 60;

export function writeDigest(digest: Digest) {
  const words = chooseWords(digest);
  return {
    subject: words.title,
    text: writeText(digest, words),
    html: writeHtml(digest, words),
  };
}

// ── Words ──────────────────────────────────────────────────────────────────────────────────────

type Words = ReturnType<typeof chooseWords>;

function chooseWords({ site_name, finds, count, expires, at }: Digest) {
  const isOne = count === 1;
  const more = count - finds.length;
  return {
    site: onOneLine(site_name, NAME_MAX),
    title: `${count} ${plural(count, "find is", "finds are")} waiting`,
    lead: isOne
      ? "It stays hidden until you show it."
      : "They stay hidden until you show them.",
    action: isOne ? "Look at it" : "Look at them",
    link: `You don’t have to sign in. The link is for ${isOne ? "this find" : "these finds"} only and works until ${formatDate(expires)}. Whoever has it can show and hide ${isOne ? "it" : "them"}, so please keep this mail to yourself.`,
    more:
      more > 0
        ? `And ${more} more. You see ${plural(more, "it", "them all")} when you follow the link.`
        : "",
    footer: `This mail comes at ${at} on days when finds are waiting. Opening it or the link changes nothing.`,
  };
}

function describe(find: DigestFind) {
  const pictures = find.total_images;
  const name = onOneLine(find.name, NAME_MAX);
  return {
    title:
      find.rock_number === 0
        ? "A rock without a number"
        : `Rock ${find.rock_number}`,
    location: onOneLine(find.location, LOCATION_MAX),
    when: [
      `Found on ${formatDate(new Date(`${find.date}T12:00:00`))}`,
      ...(pictures > 1 ? [`${pictures} pictures`] : []),
    ].join(" · "),
    sent: `Sent on ${formatDate(new Date(find.create_dt))}${name && ` by ${name}`}`,
    comment: clip(clean(find.comment), COMMENT_MAX),
  };
}

const formatDate = (date: Date) =>
  date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
  });

/** What visitors write, without control characters and without those that turn the direction of the text after them. */
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const onOneLine = (text: string, max: number) =>
  clip(clean(text).replace(/\s+/g, " "), max);

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text of at most this many code units. No character is cut in two. */
function clip(text: string, max: number) {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of characters.segment(text)) {
    if (index + segment.length >= max) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

// ── Plain text ─────────────────────────────────────────────────────────────────────────────────

function writeText({ finds, link }: Digest, words: Words) {
  const entries = finds.map((find, index) => {
    const { title, location, when, sent, comment } = describe(find);
    return [
      `${index + 1}. ${title}`,
      `   ${location}`,
      `   ${when}`,
      `   ${sent}`,
      // A mark before each line, so that no comment can look like a part of this mail.
      ...comment.split("\n").map((line) => `   > ${line}`),
    ].join("\n");
  });
  return [
    words.title,
    words.lead,
    `${words.action}:\n${link}`,
    ...entries,
    ...(words.more ? [words.more] : []),
    words.link,
    `-- \n${words.site}\n${words.footer}\n`,
  ].join("\n\n");
}

// ── HTML ───────────────────────────────────────────────────────────────────────────────────────

/** The site's colours, as in app/styles/tokens.css. Mail programs know no custom properties. */
const light = {
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

const SERIF = "Fraunces,Georgia,'Times New Roman',serif";
const SANS =
  "'Nunito Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Pixels. */
const PICTURE = 112;

/** Each element has its own styles, because some mail programs drop style sheets. Only the dark colours need a sheet. */
const ink = `color:${light.ink};font-family:${SANS};`;
const soft = `color:${light.soft};font-family:${SANS};`;

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

function writeHtml({ finds, link }: Digest, words: Words) {
  const href = escapeXml(link);
  const places = finds.map(({ location }) => onOneLine(location, LOCATION_MAX));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${words.title}</title>
<style>${sheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeXml(clip(places.join(" · "), LOCATION_MAX))}</div>
<main><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.paper}"><tr><td align="center" style="padding:36px 20px 44px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td>
<p class="soft" dir="auto" style="margin:0;${soft}font-family:${SERIF};font-size:16px;line-height:24px">${escapeXml(words.site)}</p>
<h1 class="ink" style="margin:6px 0 0;${ink}font-family:${SERIF};font-size:32px;line-height:38px;font-weight:600">${words.title}</h1>
<p class="ink" style="margin:8px 0 22px;${ink}font-size:17px;line-height:26px">${words.lead}</p>
<a class="action" href="${href}" style="display:inline-block;padding:14px 30px;border-radius:28px 34px 30px 36px/32px 28px 36px 30px;background:${light.lake};color:${light.onLake};font-family:${SANS};font-size:18px;line-height:22px;font-weight:700;text-decoration:none">${words.action}</a>
</td></tr>
<tr><td height="30"></td></tr>
${finds.map((find) => writeFind(find, href)).join("\n")}
<tr><td class="line" style="border-top:1px solid ${light.line};padding:22px 0 0">
${words.more && `<p class="ink" style="margin:0 0 14px;${ink}font-size:17px;line-height:26px">${words.more}</p>`}
<p class="soft" style="margin:0 0 10px;${soft}font-size:14px;line-height:21px">${words.link}</p>
<p class="soft" style="margin:0;${soft}font-size:14px;line-height:21px">${words.footer}</p>
</td></tr>
</table>
</td></tr></table></main>
</body>
</html>
`;
}

function writeFind(find: DigestFind, href: string) {
  const { title, location, when, sent, comment } = describe(find);
  const size = `width:${PICTURE}px;height:${PICTURE}px`;
  const picture =
    find.cid === undefined
      ? `<div class="stone" style="${size};border-radius:56% 44% 52% 48%/48% 54% 46% 52%;background:${light.stone}"></div>`
      : `<img class="soft" src="cid:${find.cid}" width="${PICTURE}" height="${PICTURE}" alt="Photograph of ${title.toLowerCase()}" style="display:block;${size};border-radius:20px 27px 18px 30px/26px 18px 30px 20px;${soft}font-size:13px">`;
  return `<tr><td class="line" style="border-top:1px solid ${light.line};padding:20px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td valign="top" width="${PICTURE}" style="padding:0 18px 0 0">${picture}</td>
<td valign="top" style="word-break:break-word;overflow-wrap:anywhere">
<h2 class="ink" style="margin:0;${ink}font-family:${SERIF};font-size:21px;line-height:26px;font-weight:600"><a class="ink" href="${href}" style="color:${light.ink};text-decoration:none">${title}</a></h2>
<p class="ink" dir="auto" style="margin:2px 0 0;${ink}font-size:16px;line-height:23px;font-weight:600">${escapeXml(location)}</p>
<p class="soft" style="margin:2px 0 0;${soft}font-size:14px;line-height:20px">${when}</p>
<p class="soft" dir="auto" style="margin:0;${soft}font-size:14px;line-height:20px">${escapeXml(sent)}</p>
<p class="ink" dir="auto" style="margin:8px 0 0;${ink}font-size:16px;line-height:24px">${escapeXml(comment).replaceAll("\n", "<br>")}</p>
</td></tr></table>
</td></tr>`;
}
