import { plural } from "#core/words.ts";
import { escapeXml } from "#core/escape-xml.ts";
import {
  clean,
  clip,
  onOneLine,
  quote,
  writeSignature,
  CORNERS,
  ink,
  light,
  SERIF,
  soft,
  writeButton,
  writeComment,
  writeEnd,
  writeLang,
  writeName,
  writeNote,
  writePage,
  writeParagraph,
} from "../mail/write-page.ts";

export interface DigestFind {
  /** 0 means that the number could not be read. */
  rock_number: number;
  location: string;
  comment: string;
  /** The language of the finder's texts; null if it is not known. */
  lang?: string | null;
  name: string;
  /** YYYY-MM-DD, when it was found. */
  date: string;
  create_dt: string;
  total_images: number;
  /** The content id of its picture in the mail; absent if there is none. */
  cid?: string;
  /** Description of that picture, and its language if known. */
  alt?: string;
  altLang?: string | null;
}

export interface Digest {
  site_name: string;
  /** The oldest, which the mail shows. */
  finds: DigestFind[];
  count: number;
  link: string;
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

// ── Plain text ─────────────────────────────────────────────────────────────────────────────────

function writeText({ finds, link }: Digest, words: Words) {
  const entries = finds.map((find, index) => {
    const { title, location, when, sent, comment } = describe(find);
    return [
      `${index + 1}. ${title}`,
      `   ${location}`,
      `   ${when}`,
      `   ${sent}`,
      ...quote(comment, "   "),
    ].join("\n");
  });
  return [
    words.title,
    words.lead,
    `${words.action}:\n${link}`,
    ...entries,
    ...(words.more ? [words.more] : []),
    words.link,
    writeSignature(words.site, words.footer),
  ].join("\n\n");
}

// ── HTML ───────────────────────────────────────────────────────────────────────────────────────

/** Pixels. */
const PICTURE = 112;

function writeHtml({ finds, link }: Digest, words: Words) {
  const href = escapeXml(link);
  const places = finds.map(({ location }) => onOneLine(location, LOCATION_MAX));
  return writePage({
    title: words.title,
    site: words.site,
    preview: clip(places.join(" · "), LOCATION_MAX),
    rows: `<tr><td>
${writeParagraph(words.lead, "8px 0 22px")}
${writeButton(href, words.action)}
</td></tr>
<tr><td height="30"></td></tr>
${finds.map((find) => writeFind(find, href)).join("\n")}
${writeEnd(`${words.more && writeParagraph(words.more, "0 0 14px")}
${writeNote(words.link, "0 0 10px")}
${writeNote(words.footer, "0")}`)}`,
  });
}

function writeFind(find: DigestFind, href: string) {
  const { title, location, when, sent, comment } = describe(find);
  const size = `width:${PICTURE}px;height:${PICTURE}px`;
  const picture =
    find.cid === undefined
      ? `<div class="stone" style="${size};border-radius:56% 44% 52% 48%/48% 54% 46% 52%;background:${light.stone}"></div>`
      : `<img class="soft" src="cid:${find.cid}" width="${PICTURE}" height="${PICTURE}" alt="${escapeXml(clean(find.alt ?? ""))}"${writeLang(find.altLang)} style="display:block;${size};${CORNERS};${soft}font-size:13px">`;
  return `<tr><td class="line" style="border-top:1px solid ${light.line};padding:20px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td valign="top" width="${PICTURE}" style="padding:0 18px 0 0">${picture}</td>
<td valign="top" style="word-break:break-word;overflow-wrap:anywhere">
<h2 class="ink" style="margin:0;${ink}font-family:${SERIF};font-size:21px;line-height:26px;font-weight:600"><a class="ink" href="${href}" style="color:${light.ink};text-decoration:none">${title}</a></h2>
<p class="ink" style="margin:2px 0 0;${ink}font-size:16px;line-height:23px;font-weight:600">${writeName(location, find.lang)}</p>
<p class="soft" style="margin:2px 0 0;${soft}font-size:14px;line-height:20px">${when}</p>
<p class="soft" style="margin:0;${soft}font-size:14px;line-height:20px">${writeName(sent)}</p>
${writeComment(comment, "8px 0 0", find.lang)}
</td></tr></table>
</td></tr>`;
}
