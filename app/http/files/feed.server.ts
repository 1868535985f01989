import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { imageAlt } from "#core/languages/image-alt.ts";
import { escapeXml } from "#core/escape-xml.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { PublicFind } from "#domain/finds/answers.ts";
import { rockAddress, rockOf } from "#domain/rocks/rock-address.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { imageAddress } from "#domain/store/media-addresses.ts";
import { languageOf } from "../request/language.server.ts";

interface Feed {
  path: string;
  page: string;
  title: string;
  subtitle: string;
  /** Newest first. */
  posts: PublicFind[];
}

export function answerFeed(
  request: Request,
  describe: (i18n: I18n, site: SiteNames) => Feed,
) {
  const language = languageOf(request);
  const site = siteNames(language);
  const i18n = speak(language);
  return new Response(
    writeFeed(
      i18n,
      getSettings().PUBLIC_URL,
      site.site_name,
      describe(i18n, site),
    ),
    {
      headers: {
        "Content-Type": "application/atom+xml; charset=utf-8",
        Vary: "Accept-Language, Cookie",
      },
    },
  );
}

/** @param address of the site, without a slash at its end */
function writeFeed(
  i18n: I18n,
  address: string,
  author: string,
  { path, page, title, subtitle, posts }: Feed,
) {
  const linkTo = (
    rel: "self" | "alternate" | "enclosure",
    type: string,
    to: string,
  ) => `<link rel="${rel}" type="${type}" href="${escapeXml(address + to)}"/>`;

  const entries = posts.map((post) => {
    const { rock_number, location, lang } = post;
    const pictures = post.imagenames.map((name) => imageAddress(post, name));
    const content = [
      ...pictures.map((picture, index) => {
        const description = post.imagedescriptions[index];
        const alt = imageAlt(i18n, post, description);
        // Without a description, it is in the feed's language.
        const own = lang && !description ? ` lang="${i18n.locale}"` : "";
        return `<p><img src="${escapeXml(address + picture)}" alt="${escapeXml(alt)}"${own}></p>`;
      }),
      `<p>${escapeXml(post.comment)}</p>`,
    ].join("");
    return `  <entry>
    <id>urn:uuid:${escapeXml(post.uuid)}</id>
    <title>${escapeXml(rock_number === 0 ? t(i18n)`A rock without a number: ${location}` : t(i18n)`Rock ${rock_number}: ${location}`)}</title>
    ${[
      linkTo("alternate", "text/html", rockAddress(rockOf(post))),
      ...pictures.map((picture) => linkTo("enclosure", "image/webp", picture)),
    ].join("\n    ")}
    <updated>${escapeXml(post.date)}T00:00:00Z</updated>
    <content type="html"${lang ? ` xml:lang="${escapeXml(lang)}"` : ""}>${escapeXml(content)}</content>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${i18n.locale}">
  <id>${escapeXml(address + path)}</id>
  <title>${escapeXml(title)}</title>
  <subtitle>${escapeXml(subtitle)}</subtitle>
  <author><name>${escapeXml(author)}</name></author>
  ${linkTo("self", "application/atom+xml", path)}
  ${linkTo("alternate", "text/html", page)}
  <updated>${escapeXml(posts[0]?.date ?? "2000-01-01")}T00:00:00Z</updated>
${entries.join("")}</feed>
`;
}
