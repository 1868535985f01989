import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { escapeXml } from "#core/escape-xml.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { formatDistance } from "#core/languages/distance.ts";
import {
  clean,
  clip,
  onOneLine,
  quote,
  writeSignature,
  CORNERS,
  ink,
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

/** Writes the mail that tells a follower that a rock has moved on, as HTML and as plain text. */

interface StoryFind {
  location: string;
  /** Undefined if the find has no place on the map. */
  country: string | undefined;
  /** Precision at which the public may know the place, in metres; 0 is exactly. */
  precision: number;
  /** YYYY-MM-DD */
  date: string;
  comment: string;
  /** Of comment and description; null if nobody knows it. */
  lang: string | null;
  /** Description of its picture; blank if there is none. */
  description?: string | null;
  /** From the stop before it; undefined for the first one. */
  distance_km: number | undefined;
  /** The content id of its picture in the mail; absent if there is none. */
  cid?: string;
}

export interface Story {
  site_name: string;
  rock_number: number;
  /** The oldest first. */
  finds: StoryFind[];
  distance_km: number;
  stops: number;
  mapCid?: string;
  page: string;
  /** The page on which the mails can be stopped. */
  stop: string;
}

const NAME_MAX = 60;
const LOCATION_MAX = 120;
const COMMENT_MAX = 1200;
/** Pixels of the pictures on a wide screen. */
export const PHOTO = { width: 560, height: 420 };
export const MAP = { width: 560, height: 280 };

export function writeStory(i18n: I18n, story: Story) {
  const words = chooseWords(i18n, story);
  return {
    subject: words.title,
    text: writeText(story, words),
    html: writeHtml(i18n.locale, story, words),
  };
}

// ── Words ──────────────────────────────────────────────────────────────────────────────────────

type Words = ReturnType<typeof chooseWords>;

function chooseWords(
  i18n: I18n,
  { site_name, rock_number, finds, distance_km, stops }: Story,
) {
  const times = finds.length;
  const distance = formatDistance(i18n, distance_km);
  return {
    site: onOneLine(site_name, NAME_MAX),
    title: t(i18n)`Rock ${rock_number} moved on`,
    lead: t(
      i18n,
    )`${plural(times, { one: "Somebody found it.", other: "It was found # times since the last time we wrote." })}`,
    way:
      stops > 1
        ? t(
            i18n,
          )`${plural(stops, { one: `Its way so far: # place, ${distance}.`, other: `Its way so far: # places, ${distance}.` })}`
        : "",
    map: t(i18n)`A map of the way of rock ${rock_number} so far`,
    action: t(i18n)`See rock ${rock_number}`,
    reason: t(
      i18n,
    )`You get this mail because you asked to be told when this rock moves on.`,
    stop: t(i18n)`Stop these mails`,
    finds: finds.map((find) => describe(i18n, rock_number, find)),
  };
}

function describe(i18n: I18n, rock_number: number, find: StoryFind) {
  const location = onOneLine(find.location, LOCATION_MAX);
  const place = [location, find.country].filter(Boolean).join(" · ");
  const day = formatDay(i18n, find.date);
  const further = find.distance_km && formatDistance(i18n, find.distance_km);
  const about = i18n.number(find.precision / 1000);
  const description = clean(find.description ?? "");
  const lang = find.lang === i18n.locale ? null : find.lang;
  return {
    place,
    facts: [
      t(i18n)`Found on ${day}`,
      ...(further ? [t(i18n)`${further} further`] : []),
      ...(find.precision > 0 && find.country
        ? [t(i18n)`the place is known to about ${about} km`]
        : []),
    ].join(" · "),
    alt: imageAlt(i18n, { ...find, rock_number, location }, description),
    comment: clip(clean(find.comment), COMMENT_MAX),
    cid: find.cid,
    lang,
    altLang: description && lang,
  };
}

// ── Plain text ─────────────────────────────────────────────────────────────────────────────────

const writeText = ({ page, stop }: Story, words: Words) =>
  [
    words.title,
    words.lead,
    ...words.finds.map(({ place, facts, comment }) =>
      [place, facts, ...quote(comment)].join("\n"),
    ),
    ...(words.way ? [words.way] : []),
    `${words.action}:\n${page}`,
    writeSignature(words.site, words.reason, `${words.stop}: ${stop}`),
  ].join("\n\n");

// ── HTML ───────────────────────────────────────────────────────────────────────────────────────

function writeHtml(
  language: string,
  { page, stop, mapCid }: Story,
  words: Words,
) {
  const places = words.finds.map(({ place }) => place).join(" – ");
  return writePage({
    language,
    title: words.title,
    site: words.site,
    preview: clip(places, LOCATION_MAX),
    rows: `<tr><td>${writeParagraph(words.lead, "8px 0 0")}</td></tr>
${words.finds.map(writeFind).join("\n")}
<tr><td style="padding:28px 0 0">
${words.way && writeParagraph(words.way, "0 0 12px")}
${mapCid === undefined ? "" : picture(mapCid, MAP, words.map)}
</td></tr>
<tr><td style="padding:26px 0 30px">${writeButton(escapeXml(page), words.action)}</td></tr>
${writeEnd(writeNote(`${words.reason} <a class="soft" href="${escapeXml(stop)}" style="${soft}">${words.stop}</a>`, "0"))}`,
  });
}

function writeFind({
  place,
  facts,
  alt,
  comment,
  cid,
  lang,
  altLang,
}: Words["finds"][number]) {
  return `<tr><td style="padding:24px 0 0;word-break:break-word;overflow-wrap:anywhere">
${cid === undefined ? "" : picture(cid, PHOTO, alt, altLang)}
<h2 class="ink" style="margin:14px 0 0;${ink}font-family:${SERIF};font-size:23px;line-height:29px;font-weight:600">${writeName(place)}</h2>
<p class="soft" style="margin:4px 0 0;${soft}font-size:15px;line-height:22px">${facts}</p>
${writeComment(comment, "10px 0 0", lang)}
</td></tr>`;
}

const picture = (
  cid: string,
  { width, height }: { width: number; height: number },
  alt: string,
  language?: string | null,
) =>
  `<img class="soft" src="cid:${cid}" width="${width}" height="${height}" alt="${escapeXml(alt)}"${writeLang(language)} style="display:block;width:100%;max-width:${width}px;height:auto;${CORNERS};${soft}font-size:14px">`;

/** Writes the mail that asks an address whether it wants to be told about a rock. It has nothing that a visitor typed. */

interface Question {
  site_name: string;
  rock_number: number;
  link: string;
}

export function writeQuestion(
  i18n: I18n,
  { site_name, rock_number, link }: Question,
) {
  const site = onOneLine(site_name, NAME_MAX);
  const title = t(i18n)`Tell you when rock ${rock_number} moves on?`;
  const lead = t(
    i18n,
  )`Somebody, most likely you, entered this e-mail address on our site. If you say yes, you get one mail each time somebody finds rock ${rock_number}: where it is, how far it has come, and a picture.`;
  const action = t(i18n)`Yes, tell me`;
  const rest = t(
    i18n,
  )`If it wasn’t you, there is nothing to do: without your yes we forget this address after seven days. You can stop at any time with one press, in every mail.`;
  const footer = t(i18n)`Opening this mail or the link changes nothing.`;
  const href = escapeXml(link);
  return {
    subject: title,
    text: `${title}

${lead}

${action}:
${link}

${rest}

${writeSignature(site, footer)}`,
    html: writePage({
      language: i18n.locale,
      title,
      site,
      preview: lead,
      rows: `<tr><td>
${writeParagraph(lead, "8px 0 22px")}
${writeButton(href, action)}
${writeParagraph(rest, "26px 0 0")}
${writeNote(footer, "22px 0 0")}
</td></tr>`,
    }),
  };
}
